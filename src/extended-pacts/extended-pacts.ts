import { describe, fieldNames, withoutNull } from '../common/description.js'
import { formatPath } from '../common/json-path.js'
import { isPlainObject } from '../common/plain-object.js'
import type { Api } from '../contract/api.js'
import type { CompiledApi } from '../contract/compile.js'
import type { Kind } from '../contract/kind.js'
import { exampleCursor, fromState, sameType } from '../pact/like/like-matchers.js'
import type { Violation } from '../pact/common/specification.js'
import type { Entry, OperationInPacts, RecordedInteraction } from '../pact/parts/entry.js'
import { bindCompiled, type PactApi, type PactParts } from '../pact/parts/pact-api.js'
import { fixtureSchema, type GivenState } from '../pact/states/definition.js'
import { filtersIn } from '../extension/answer.js'
import { checkWith } from '../extension/checked-schema.js'
import { pageFormOf } from '../contract/list.js'
import { extendedApi } from '../extension/extended-api.js'
import { checkResult, describeResult } from '../extension/result.js'
import { dataOf, kindsOf, type ExtensionData, type OwnOperation } from '../extension/extension-data.js'
import {
  findOutcomes,
  kindsInOrder,
  openRuns,
  requestParts,
  requestTo,
  whyNoRequest,
  type Outcome,
} from './requests.js'
import {
  formViolations,
  kindStates,
  pagesState,
  PAGE_SIZE,
  unusedName,
  valueName,
  type Fields,
} from './states.js'
import { templateOf, templateOfPage, withStateValues } from './template.js'

const UNKNOWN = 'unknown'

/** What the catalogue of an operation needs. */
interface Parts {
  readonly api: CompiledApi
  readonly states: { readonly [kind: string]: ReturnType<typeof kindStates> }
  /** The assumption with the size of a page. */
  readonly pageSize: string
  /** The state of the pages of the operation. */
  readonly pages: ReturnType<typeof pagesState> | undefined
}

/** @param leftOut Why a recorded pact has no interaction. One that was written by hand may have some. */
function notRecorded(own: OwnOperation, ofPage: Kind | undefined, leftOut: string): OperationInPacts {
  const violations = violationsOf(own, ofPage)
  return {
    what: own.name,
    leftOut,
    given: [],
    entries: [],
    refusals: {},
    inPlaceOfRefusal: [],
    ...violations,
  }
}

/** Returns what is on a page. */
function recordsIn({ body }: Outcome): readonly unknown[] {
  return (body as { readonly data?: readonly unknown[] | null }).data ?? []
}

/** Returns the cursor on a page. */
function cursorIn({ body }: Outcome): string | undefined {
  return (body as { readonly nextPage?: string | null }).nextPage ?? undefined
}

/** Returns what checks the body of a success: its schema, or the form of a page and each element, as the mock checks its own answers. */
function violationsOf(own: OwnOperation, kind: Kind | undefined): Pick<OperationInPacts, 'violations'> {
  if (!kind && !own.response) return {}
  const violationsIn = (value: unknown, ...place: readonly PropertyKey[]): Violation[] =>
    checkResult(own, kind, value).map(({ path, message }) => ({
      path: formatPath([...place, ...path]),
      message,
    }))
  const inPage = (page: unknown) => {
    const wrong = formViolations(page)
    const { data } = (isPlainObject(page) ? page : {}) as { readonly data?: readonly unknown[] | null }
    if (wrong.length > 0 || !data) return wrong
    return data.flatMap((each, index) => violationsIn(each, 'data', index))
  }
  return { violations: kind ? inPage : (body: unknown) => violationsIn(body) }
}

/** Describes what pacts say about an operation of a team. */
function ownInPacts(own: OwnOperation, { api, states, pageSize, pages }: Parts): OperationInPacts {
  const { name: what, params, body: bodySchema } = own
  const ofPage = own.pages === undefined ? undefined : api.kinds[own.pages]
  const problem = whyNoRequest(own)
  if (problem !== undefined) return notRecorded(own, ofPage, problem)
  const run = openRuns(api, own, pageSize)
  const schema = describeResult(own, ofPage)
  // Another body than null is meant, where null is allowed, too.
  const notNull = schema && withoutNull(schema)
  const demandsOf = (outcome: Outcome, needs?: readonly string[]) =>
    outcome.body === undefined
      ? undefined
      : templateOf(ofPage ? recordsIn(outcome) : [outcome.body], notNull, needs, schema)
  let outcomes
  try {
    outcomes = findOutcomes(api, own, run, demandsOf)
  } catch (error) {
    return notRecorded(own, ofPage, `cannot create records for its request: ${(error as Error).message}`)
  }
  const [first] = outcomes
  const successes = outcomes.filter(({ refusal }) => !refusal)
  const [success] = successes
  if (JSON.stringify(run(first).body) !== JSON.stringify(first.body))
    return notRecorded(
      own,
      ofPage,
      'its answer differs each time; use "now" and the records, and nothing random',
    )
  if (!success) return notRecorded(own, ofPage, `its example request is refused: ${first.refusal?.detail}`)
  if (ofPage && recordsIn(success).length === 0)
    return notRecorded(own, ofPage, `its page has none of the ${own.pages} that conmock creates`)

  const kinds = kindsInOrder(api, own)
  const given = (fields: Fields = {}): GivenState[] =>
    kinds.map((kind, index) => states[kind]!.exists((index === 0 ? fields : {}) as never))
  const named = Object.entries(params).map(([parameter, { kind, field }]) => {
    return { parameter, kind, field, name: valueName(api.kinds[kind]!, field) }
  })
  const stateIds = Object.fromEntries(named.map(({ parameter, name }) => [parameter, name]))

  /** Returns the states in which the records of a request exist. */
  const existing = ({ fields, referring: other }: Outcome) => [
    ...given(fields),
    ...(other === undefined ? [] : [states[other]!.exists()]),
  ]

  const referring = outcomes.find((each) => each.referring !== undefined)?.referring

  /** Returns the states of a request, and what they call its parameters. They say whether a referring record exists, if it matters. */
  function statesOf(outcome: Outcome) {
    const { fields, exampleParams } = outcome
    if (outcome.referring !== undefined) return { given: existing(outcome), stateIds }
    const kind = referring === undefined ? undefined : api.kinds[referring]!
    for (const [field, other] of Object.entries(kind?.references ?? {})) {
      const parameter = named.find((each) => each.kind === other && each.field === 'id')?.parameter
      if (parameter === undefined) continue
      const id = exampleParams[parameter]!
      const exist = kinds.map((each, index) =>
        states[each]!.exists({ ...(index === 0 && fields), ...(each === other && { id }) }),
      )
      const none = states[referring!]!.noneExist({ [field]: id })
      return { given: [none, ...exist], stateIds: { ...stateIds, [parameter]: unusedName(kind!, field) } }
    }
    return { given: given(fields), stateIds }
  }

  function toInteraction(outcome: Outcome, needs?: readonly string[]): RecordedInteraction {
    const { name, exampleParams, body } = outcome
    const gets = name === '200' ? '' : ` that gets ${name.replace('refused_', '')}`
    const ofStates = statesOf(outcome)
    const values = named.map(({ parameter, field }) => {
      return [field, ofStates.stateIds[parameter]!, exampleParams[parameter]!] as const
    })
    return {
      description: `a request for ${what}${gets}`,
      ...ofStates,
      exampleParams,
      template: withStateValues(demandsOf(outcome, needs), body, schema, values, needs),
    }
  }

  function pageEntries(state: NonNullable<Parts['pages']>, outcome: Outcome): Entry[] {
    const cursor = fromState('${cursor}', 'cursor-to-the-page')
    // Exactly this cursor: a service that ignores `nextPage` returns the cursor of the first page.
    const next = fromState('${nextCursor}', exampleCursor)
    const rows = [
      ['only', 'a page', {}, undefined, undefined],
      ['first', 'the first page', { page: 'first' }, undefined, sameType(exampleCursor)],
      ['middle', 'the second page', { page: 'second' }, cursor, next],
      ['last', 'the last page', { page: 'last' }, cursor, undefined],
    ] as const
    const { fields, referring: other } = outcome
    const after = (from?: string) =>
      cursorIn(run({ fields, referring: other, size: PAGE_SIZE, cursor: from }))
    const second = after()
    const third = second === undefined ? undefined : after(second)
    return rows
      .slice(0, second === undefined ? 1 : third === undefined ? 2 : 4)
      .map(([place, which, page, from, to]) => ({
        cases: [`${what}.page.${place}`],
        interaction: ({ needs }): RecordedInteraction => ({
          description: `a request for ${which} of ${what}`,
          given: [...existing(outcome), state(page)],
          template: templateOfPage(outcome.body, schema, to, from === undefined ? 1 : 0, needs),
          ...requestParts(own, from),
        }),
      }))
  }

  const refused = outcomes.filter(({ refusal }) => refusal)
  const refusals = Object.fromEntries(refused.map((each) => [each.name, toInteraction(each)]))
  const wrong = bodySchema && [{}, []].find((body) => checkWith(what, bodySchema, body).issues.length > 0)
  if (wrong)
    refusals['invalid_body'] = {
      description: `a request for ${what} with a wrong body`,
      given: given(),
      requestBody: wrong,
    }
  if (pages)
    refusals['invalid_cursor'] = {
      description: `a request for ${what} with an unknown cursor`,
      given: existing(success),
      ...requestParts(own, 'unknown-cursor'),
    }
  const [unknown] = kinds
  if (unknown !== undefined) {
    const kind = api.kinds[unknown]!
    const its = named.filter((each) => each.kind === unknown)
    const entries = <Value>(of: (each: (typeof its)[number]) => [string, Value]) =>
      Object.fromEntries(its.map(of))
    refusals['unknown_record'] = {
      description: `a request for ${what} of an unknown ${kind.one}`,
      given: [states[unknown]!.noneExist(entries(({ field }) => [field, UNKNOWN])), ...given().slice(1)],
      exampleParams: { ...first.exampleParams, ...entries(({ parameter }) => [parameter, UNKNOWN]) },
      stateIds: { ...stateIds, ...entries(({ parameter, field }) => [parameter, unusedName(kind, field)]) },
    }
  }

  return {
    what,
    given: given(),
    exampleParams: first.exampleParams,
    stateIds,
    ...requestParts(own),
    entries: pages
      ? pageEntries(pages, success)
      : successes.map((each) => ({
          cases: [each.name],
          interaction: ({ needs }) => toInteraction(each, needs),
        })),
    refusals,
    inPlaceOfRefusal: [],
    ...violationsOf(own, ofPage),
    leftOut: 'no example request gets it',
    filters: [...Object.keys(own.example?.query ?? {}), ...filtersIn(own.example?.body)],
  }
}

const fixture = fixtureSchema('a value of a record')

function bindExtension(base: Api, api: CompiledApi, parts: PactParts, data: ExtensionData): PactApi {
  const taken = Object.values(parts.states).map(({ definition }) => definition.name)
  const kinds = new Set([...data.collections.map(({ name }) => name), ...data.operations.flatMap(kindsOf)])
  const params = data.operations.flatMap((own) => Object.values(own.params))
  const fieldsInPaths = (kind: string) => params.flatMap((each) => (each.kind === kind ? [each.field] : []))
  const states = Object.fromEntries(
    [...kinds].map((kind) => [kind, kindStates(api, kind, taken, fieldsInPaths(kind))]),
  )
  const pageSize = `${pageFormOf(base)}.pageSize`
  const operations: Record<string, OperationInPacts> = { ...parts.operations }
  for (const name of data.replaced) delete operations[name]
  const pageStates = data.operations.map((own) => {
    const pages =
      own.pages === undefined ? undefined : pagesState(api, own, pageSize, (cursor) => requestTo(own, cursor))
    let inPacts: OperationInPacts | undefined
    // Only what writes a pact runs the answers.
    const get = () => (inPacts ??= ownInPacts(own, { api, states, pageSize, pages }))
    Object.defineProperty(operations, own.name, { enumerable: true, configurable: true, get })
    return pages ?? []
  })
  const all = [...Object.values(states).flatMap(Object.values), ...pageStates.flat()]
  const names = [...kinds].flatMap((name) => {
    const kind = api.kinds[name]!
    const fields = new Set(['id', ...fieldNames(describe(kind.schema)), ...fieldsInPaths(name)])
    return [...fields].flatMap((field) => [valueName(kind, field), unusedName(kind, field)])
  })
  return bindCompiled(api, {
    states: { ...parts.states, ...Object.fromEntries(all.map((state) => [state.definition.name, state])) },
    operations,
    fixtures: { ...parts.fixtures, ...Object.fromEntries(names.map((name) => [name, fixture])) },
  })
}

/** Returns what pacts say about an API with an extension. @param extension The option `extend`, checked. */
export function extendPacts(base: Api, parts: PactParts, extension: unknown): PactApi {
  const api = extendedApi(base, extension)
  const data = dataOf(extension)
  return data ? bindExtension(base, api, parts, data) : bindCompiled(api, parts)
}
