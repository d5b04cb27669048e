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
  /** The status or page of a success, or the code of a refusal. */
  readonly name: string
  readonly refusal: Refusal | undefined
  /** The JSON of a success. */
  readonly body: unknown
  readonly exampleParams: { readonly [parameter: string]: string }
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
  const kept = body && checkWith(name, body, withCursor('')).value
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
  if (open !== undefined) return `"params" does not say what ":${open}" is`
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

  return function run(fields: Fields = {}, size?: number, cursor?: string): Outcome {
    let built = 0
    const change = new Change({ api, stores, seed, date: undefined, nextIndex: () => built++ })
    const ids = {}
    const records = kindsOf(own).map((kind, index): [string, object] => {
      return [kind, provideNext(api, change, ids, kind, index === 0 ? fields : {}).record]
    })
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
    const seen = { fields, exampleParams: request.params }
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

/** Returns the first outcome of each name, for each value of the fields that have few values. */
export function findOutcomes(
  api: CompiledApi,
  own: OwnOperation,
  run: (fields?: Fields) => Outcome,
): readonly [Outcome, ...Outcome[]] {
  const first = run()
  const found = new Map([[first.name, first]])
  const [kind] = kindsOf(own)
  const fields = kind === undefined ? [] : fieldsOf(describe(api.kinds[kind]!.schema))
  for (const { name, schema } of fields) {
    for (const value of schema.type === 'boolean' ? [true, false] : (schema.enum ?? [])) {
      try {
        const outcome = run({ [name]: value })
        if (!found.has(outcome.name)) found.set(outcome.name, outcome)
      } catch {
        // The record cannot have this value.
      }
    }
  }
  return [...found.values()] as [Outcome]
}
