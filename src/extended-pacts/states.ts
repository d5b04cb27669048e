import * as z from 'zod/mini'
import { describe, fieldNames, fieldsOf, isNullable, withoutNull } from '../common/description.js'
import { memberAt } from '../common/json-path.js'
import { isPlainObject } from '../common/plain-object.js'
import { capitalized, pluralize, withArticle } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AnyRecord, Kind } from '../contract/kind.js'
import { encodeParams, fillPath, type RecordChange } from '../contract/operation.js'
import { findSame } from '../dataset/rules.js'
import { createTest } from '../dataset/where.js'
import { getInternals } from '../mock/mock-internals.js'
import {
  defineState,
  MissingFlagsError,
  StateUnavailableError,
  type InteractionContext,
  type ReadSetup,
  type ServiceLookup,
  type StateValues,
} from '../pact/states/definition.js'
import { SpecificationBroken, type Violation } from '../pact/common/specification.js'
import { countRecords, isUnreadable, walkPages } from '../pact/states/list-states.js'
import type { OwnOperation } from '../extension/extension-data.js'

/** Enough for three pages. */
const RECORDS = 5
export const PAGE_SIZE = 2

type Ids = InteractionContext['ids']

/** Fields of a record. */
export type Fields = { readonly [field: string]: unknown }

/** What a state returns for a field of a record: `registration.userId`. It is also the name of the fixture. */
export function valueName({ one }: Kind, field: string): string {
  return `${one}.${field}`
}

/** The same for a value that no record has. */
export function unusedName({ one }: Kind, field: string): string {
  return `no${capitalized(one)}.${field}`
}

/** Returns ids for the references that a new record needs: of records of earlier states, or else of the first that are free. */
function references(api: CompiledApi, change: RecordChange, ids: Ids, name: string, given: object): object {
  const kind = api.kinds[name]!
  const made = kind.complete({}, {})
  const fields = fieldsOf(describe(kind.schema))
  const entries = Object.entries(kind.references ?? {}).flatMap(([field, other]): [string, unknown][] => {
    const wanted = memberAt(given, [field])
    if (wanted !== undefined) {
      for (const id of [wanted].flat())
        if (typeof id === 'string' && !change.rows(other).get(id)) provide(api, change, ids, other, { id })
      return []
    }
    const known = fields.find((each) => each.name === field)
    const earlier = ids[other]?.at(-1)
    const isOpen = known && (known.isOptional || isNullable(known.schema))
    if (earlier === undefined && (isOpen || memberAt(made, [field]) !== undefined)) return []
    const isFree = ({ id }: AnyRecord) => change.rows(name).having(field, id)[Symbol.iterator]().next().done
    let id = earlier
    for (const record of id === undefined ? change.rows(other).from() : []) {
      if (!isFree(record)) continue
      id = record.id
      break
    }
    id ??= provide(api, change, ids, other, {}).id
    return [[field, known && withoutNull(known.schema).type === 'array' ? [id] : id]]
  })
  return Object.fromEntries(entries)
}

/** Creates a record with these fields, or changes the one that has its id or its unique fields. */
function provide(api: CompiledApi, change: RecordChange, ids: Ids, name: string, given: object): AnyRecord {
  const kind = api.kinds[name]!
  const rows = change.rows(name)
  const wanted = { ...references(api, change, ids, name, given), ...given }
  const same = rows.get(String(memberAt(given, ['id']))) ?? findSame(kind, { id: '', ...wanted }, rows)?.other
  return same ? change.update(name, same.id, given) : change.create(name, wanted)
}

/** Provides the record of a state. */
export function provideNext(
  api: CompiledApi,
  change: RecordChange,
  ids: Ids,
  name: string,
  given: object,
): { readonly record: AnyRecord; readonly values: StateValues } {
  const record = provide(api, change, ids, name, given)
  ;(ids[name] ??= []).push(record.id)
  const values = Object.entries(record).filter(([, value]) => value === null || typeof value !== 'object')
  const named = values.map(([field, value]) => [valueName(api.kinds[name]!, field), value as string] as const)
  return { record, values: Object.fromEntries(named) }
}

/** Provides the records of the pages of an operation. */
export function providePages(api: CompiledApi, change: RecordChange, ids: Ids, pages: string): void {
  for (let count = 0; count < RECORDS; count++) provide(api, change, ids, pages, {})
}

/** Returns the values that an interaction uses, from fixtures. @throws MissingFlagsError If one is missing. */
function fromFixtures(
  { fixtures, context }: ServiceLookup,
  kind: Kind,
  nameOf: typeof valueName,
  what: string,
): StateValues {
  const prefix = nameOf(kind, '')
  const given = Object.entries(fixtures).flatMap(([name, value]) =>
    value !== undefined && name.startsWith(prefix) ? [[name, value] as const] : [],
  )
  const values: StateValues = Object.fromEntries(given)
  // A request may use the same value several times.
  const needed = [...new Set(context.neededValues)].filter((name) => name.startsWith(prefix))
  // Earlier states already say which records the interaction is about, so this one needs no id.
  const isKnown = needed.length > 0 || given.length > 0 || Object.keys(context.values).length > 0
  const asked = isKnown ? needed : [nameOf(kind, 'id')]
  const missing = asked.filter((name) => !Object.hasOwn(values, name))
  if (missing.length === 0) return values
  const flags = missing.map((name) => `--fixture ${name}=…`)
  throw new MissingFlagsError(`for a real service, say ${what}`, flags)
}

/** Returns the parameters that a state has. */
function givenIn(parameters: object): Fields {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
}

/**
 * Defines the states of a kind of record: one exists, and none exist.
 *
 * @param taken The names of other states.
 * @param inPaths The fields that are in paths.
 */
export function kindStates(
  api: CompiledApi,
  name: string,
  taken: readonly string[],
  inPaths: readonly string[],
) {
  const kind = api.kinds[name]!
  const { one, many } = kind
  const names = fieldNames(describe(kind.schema))
  const fields = Object.fromEntries(names.map((field) => [field, z.optional(z.unknown())]))
  const parameters = names.length > 0 ? z.strictObject(fields) : z.looseObject({})
  const valuesInPaths = (nameOf: typeof valueName) =>
    Object.fromEntries(inPaths.map((field) => [field, nameOf(kind, field)]))
  const free = (wanted: string, other: string) => (taken.includes(wanted) ? other : wanted)

  const exists = defineState({
    name: free(`${withArticle(one)} exists`, `${withArticle(one)} record exists`),
    parameters,
    returns: { [valueName(kind, 'id')]: 'The id. The other fields have names like it' },
    inService: `\`--fixture ${valueName(kind, 'id')}=…\``,
    valueNames: valuesInPaths(valueName),
    needsRecords: true,
    async onMock({ mock, context }, given) {
      const { dataset } = getInternals(mock)
      return dataset.change((change) => provideNext(api, change, context.ids, name, givenIn(given)).values)
    },
    onService: async (lookup) => fromFixtures(lookup, kind, valueName, `which ${one} to use`),
  })

  const noneExist = defineState({
    name: free(`no ${many} exist`, `no ${one} records exist`),
    parameters,
    returns: { [unusedName(kind, 'id')]: `The id in the parameters, which no ${one} has` },
    inService: `\`--fixture ${unusedName(kind, 'id')}=…\``,
    valueNames: valuesInPaths(unusedName),
    async onMock({ mock }, given) {
      const test = createTest<AnyRecord>(givenIn(given))
      await getInternals(mock).dataset.change((change) => {
        for (const record of change.rows(name).from()) if (test(record)) change.delete(name, record.id)
      })
      const values = Object.entries(givenIn(given)).map(([field, value]) => [unusedName(kind, field), value])
      return Object.fromEntries(values) as StateValues
    },
    async onService(lookup, given) {
      if (Object.keys(givenIn(given)).length > 0)
        return fromFixtures(lookup, kind, unusedName, `which value no ${one} has`)
      throw new StateUnavailableError(`conmock deletes no ${many} of a real service`)
    },
  })
  return { exists, noneExist }
}

/** Finds what is wrong with the form of a page. Without records, it may have no list. */
export function formViolations(page: unknown): Violation[] {
  if (!isPlainObject(page))
    return [{ path: '$', message: 'must be a page: an object with "data" and "nextPage"' }]
  const { data, nextPage } = page
  const hasList = Array.isArray(data) || ((data === null || data === undefined) && !isUnreadable(page))
  const hasCursor = nextPage === undefined || nextPage === null || typeof nextPage === 'string'
  return [
    ...(hasList ? [] : [{ path: '$.data', message: 'must be a list' }]),
    ...(hasCursor ? [] : [{ path: '$.nextPage', message: 'must be a string or null' }]),
  ]
}

/** What a request to an operation with pages has. */
interface PageRequest {
  readonly path: string
  readonly body?: unknown
}

/** Defines the state in which an operation finds records, and a page of them. @param asks Returns the request for a page. */
export function pagesState(
  api: CompiledApi,
  own: OwnOperation,
  pageSize: string,
  asks: (cursor: string | undefined) => PageRequest,
) {
  const { name, params, method, scope, pages = '' } = own

  function checkForm(page: unknown, number: number): void {
    const [wrong] = formViolations(page)
    if (wrong) throw new SpecificationBroken(`page ${number} of ${name}: ${wrong.path} ${wrong.message}`)
  }

  async function findPage({ get, context }: ReadSetup, { page }: { page?: string | undefined }) {
    const values = Object.entries(params).map(([parameter, { kind, field }]) => {
      return [parameter, context.values[valueName(api.kinds[kind]!, field)]] as const
    })
    let count = 0
    const ask = (from: string | undefined) => {
      const { path, body } = asks(from)
      return get(fillPath(path, encodeParams(Object.fromEntries(values))), scope, { method, body })
    }
    for await (const { number, cursor, body } of walkPages(name, ask, checkForm)) {
      const next = body.nextPage ?? undefined
      if (number === 1 && countRecords(body) === 0)
        throw new StateUnavailableError(`${name} finds no ${pages}`)
      const isWanted = page === 'last' ? number > 1 && next === undefined : page !== 'second' || number === 2
      if (isWanted && (page === undefined || page === 'last' || next !== undefined))
        return { ...(cursor !== undefined && { cursor }), ...(next !== undefined && { nextCursor: next }) }
      count = number
    }
    throw new StateUnavailableError(`${name} has only ${pluralize(count, 'page')} of ${pages}`)
  }

  return defineState({
    name: `${name} finds ${pages}`,
    parameters: z.strictObject({ page: z.optional(z.enum(['first', 'second', 'last'])) }),
    returns: { cursor: 'The cursor that leads to the page', nextCursor: 'The cursor on that page' },
    inService: 'looked up, if the operation only reads',
    needsRecords: true,
    async onMock(setup, given) {
      const { mock, context } = setup
      if (given.page !== undefined) mock.assume({ [pageSize]: PAGE_SIZE })
      await getInternals(mock).dataset.change((change) => providePages(api, change, context.ids, pages))
      return findPage(setup, given)
    },
    onService: findPage,
  })
}
