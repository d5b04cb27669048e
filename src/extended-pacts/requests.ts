import { describe, fieldsOf } from '../common/description.js'
import { isObject, parseJson } from '../common/plain-object.js'
import { asText } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import { parameterNames, type Refusal } from '../contract/operation.js'
import { Change } from '../dataset/change.js'
import { mapKinds } from '../dataset/kinds.js'
import { createMockCore } from '../mock/create-mock-core.js'
import { getInternals } from '../mock/mock-internals.js'
import type { RecordedInteraction } from '../pact/parts/entry.js'
import { checkWith } from '../extension/checked-schema.js'
import { kindsOf, type OwnOperation } from '../extension/extension-data.js'
import { provideNext, providePages, type Fields } from './states.js'

/** So that the same tests give the same pact. */
const NOW = Date.UTC(2026, 0, 31, 18, 30)

/** What a request got. */
export interface Outcome {
  /** What the first record of the state has. */
  readonly fields: Fields
  /** The kind of a further record, which refers to those that the path names. */
  readonly referring: string | undefined
  /** The status or page of a success, or the code of a refusal. */
  readonly name: string
  readonly refusal: Refusal | undefined
  /** The JSON of a success. */
  readonly body: unknown
  readonly exampleParams: { readonly [parameter: string]: string }
}

/** Returns the kinds of the records that a path names. One that refers to another comes after it, so that the record belongs to it. */
export function kindsInOrder(api: CompiledApi, own: OwnOperation): string[] {
  const left = kindsOf(own)
  const isFree = (name: string) =>
    !Object.values(api.kinds[name]!.references ?? {}).some((other) => other !== name && left.includes(other))
  return kindsOf(own).map(() => left.splice(Math.max(left.findIndex(isFree), 0), 1)[0]!)
}

/** The records of a run, and the page that it asks for. */
interface Run {
  readonly fields?: Fields
  readonly referring?: string | undefined
  readonly size?: number
  readonly cursor?: string | undefined
}

/** Returns what a request in a pact has, beside its path. */
export function requestParts(
  { name, body, example = {} }: OwnOperation,
  cursor?: unknown,
): Pick<RecordedInteraction, 'query' | 'requestBody' | 'cursor'> {
  const parts = {
    ...(example.query && { query: example.query }),
    ...(body && { requestBody: example.body ?? {} }),
  }
  if (cursor === undefined) return parts
  const withCursor = (nextPage: unknown) => ({ ...(parts.requestBody as object), nextPage })
  // A schema that does not know `nextPage` drops it, and then it is in the query.
  const kept = body && checkWith(name, body, withCursor('cursor')).value
  return isObject(kept) && 'nextPage' in kept
    ? { ...parts, requestBody: withCursor(cursor) }
    : { ...parts, cursor }
}

/** Returns the path of a request with its query, and its body. */
export function requestTo(own: OwnOperation, nextPage?: string) {
  const { query, cursor, requestBody: body } = requestParts(own, nextPage)
  const text = new URLSearchParams({ ...query, ...(cursor !== undefined && { nextPage: asText(cursor) }) })
  return { path: text.size === 0 ? own.path : `${own.path}?${text.toString()}`, body }
}

/** Returns why no request can be made. */
export function whyNoRequest({ name, path, params, body, example = {} }: OwnOperation): string | undefined {
  const open = parameterNames(path).find((each) => !(each in params))
  if (open !== undefined) return `":${open}" is missing in its "params"`
  const [issue] = body && example.body === undefined ? checkWith(name, body, {}).issues : []
  return issue && 'its body needs an "example"'
}

/**
 * Returns a function that runs the answer of an operation with the records of a fresh mock. Nothing is published.
 *
 * @param pageSize The assumption with the size of a page.
 */
export function openRuns(api: CompiledApi, own: OwnOperation, pageSize: string) {
  const { name, params, pages, body: schema } = own
  const answer = api.answers[name]!
  const { dataset, responder } = getInternals(createMockCore(api, {}))
  const { stores, seed } = dataset

  return function run({ fields = {}, referring, size, cursor }: Run = {}): Outcome {
    let built = 0
    const change = new Change({ api, stores, seed, date: undefined, nextIndex: () => built++ })
    const ids = {}
    const records = kindsInOrder(api, own).map((kind, index): [string, object] => {
      return [kind, provideNext(api, change, ids, kind, index === 0 ? fields : {}).record]
    })
    if (referring !== undefined) provideNext(api, change, ids, referring, {})
    if (pages !== undefined) providePages(api, change, ids, pages)
    const found = Object.fromEntries(records) as { readonly [kind: string]: Fields }
    const values = Object.entries(params).map(([parameter, { kind, field }]) => {
      return [parameter, asText(found[kind]![field])] as const
    })
    const { path, body: sent } = requestTo(own, cursor)
    const request = {
      params: Object.fromEntries(values),
      query: path.split('?')[1] ?? '',
      sentBody: sent,
      body: schema && checkWith(name, schema, sent).value,
      settings: { ...responder.settings, ...(size !== undefined && { [pageSize]: size }) },
      now: () => NOW,
    }
    const rows = mapKinds(api, (kind) => change.rows(kind))
    const result =
      'open' in answer
        ? answer.open({ ...request, data: { version: 0, stores: rows as never } }).handle(request)
        : answer.change({ ...request, records: change })
    const seen = { fields, referring, exampleParams: request.params }
    if ('detail' in result) return { ...seen, name: result.code!, refusal: result, body: undefined }
    const { response, status = 200, body, cases } = result
    return {
      ...seen,
      name: cases.find((each) => each.startsWith(`${name}.page.`)) ?? String(response?.status ?? status),
      refusal: undefined,
      body: typeof body === 'string' ? parseJson(body) : undefined,
    }
  }
}

function sizeOf(json: unknown): number {
  return (JSON.stringify(json) ?? '').length
}

/** Returns the records with which a request may have another outcome: other values of fields with few values, or one more record. */
function variations(api: CompiledApi, own: OwnOperation): Run[] {
  const named = kindsInOrder(api, own)
  const fields = named[0] === undefined ? [] : fieldsOf(describe(api.kinds[named[0]]!.schema))
  const values = fields.flatMap(({ name, schema }) =>
    (schema.type === 'boolean' ? [true, false] : (schema.enum ?? [])).map((value) => ({
      fields: { [name]: value },
    })),
  )
  const referring = Object.entries(api.kinds).filter(
    ([name, { references = {} }]) =>
      !named.includes(name) && Object.values(references).some((other) => named.includes(other)),
  )
  return [...values, ...referring.map(([name]) => ({ referring: name }))]
}

/**
 * Returns the outcomes, one of each name: the first, unless one more record makes a pact say more.
 *
 * @param demandsOf Returns what a pact says about an outcome.
 */
export function findOutcomes(
  api: CompiledApi,
  own: OwnOperation,
  run: (records?: Run) => Outcome,
  demandsOf: (outcome: Outcome) => unknown,
): readonly [Outcome, ...Outcome[]] {
  const first = run()
  const found = new Map([[first.name, first]])
  for (const records of variations(api, own)) {
    try {
      const outcome = run(records)
      const known = found.get(outcome.name)
      const saysMore = (other: Outcome) => sizeOf(demandsOf(outcome)) > sizeOf(demandsOf(other))
      if (!known || (records.referring !== undefined && saysMore(known))) found.set(outcome.name, outcome)
    } catch {
      // There can be no such record.
    }
  }
  return [...found.values()] as [Outcome]
}
