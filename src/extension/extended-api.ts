import { inWords } from '../common/text.js'
import type { Api } from '../contract/api.js'
import { compile, type CompiledApi } from '../contract/compile.js'
import type { Kind } from '../contract/kind.js'
import { pageFormOf } from '../contract/list.js'
import type { Operation, Reason } from '../contract/operation.js'
import { invalidCursorReason } from '../contract/refusal-reasons.js'
import type { Assumption } from '../contract/assumption.js'
import { choice } from '../contract/variants.js'
import { createAnswer } from './answer.js'
import { checkWith, jsonSchemaOf } from './checked-schema.js'
import { createKind } from './collection.js'
import { describeResult } from './result.js'
import { refusalCode } from './reply.js'
import { dataOf, kindsOf, type ExtensionData, type OwnOperation } from './extension-data.js'

function pageCases({ name }: OwnOperation, pages: string): Operation['cases'] {
  return {
    [`${name}.page.only`]: `A first page of ${pages} that is also the last`,
    [`${name}.page.first`]: `A first page of ${pages}, with more pages`,
    [`${name}.page.middle`]: `A page of ${pages} requested by its cursor, with more pages`,
    [`${name}.page.last`]: `A last page of ${pages} requested by its cursor`,
  }
}

/** Returns the reasons for which the engine, or the operation itself, refuses a request. */
function refusalsOf(own: OwnOperation, kinds: { readonly [name: string]: Kind }): Operation['refusals'] {
  const named = kindsOf(own).map((kind) => kinds[kind]!.one)
  const reasons: { [code: string]: Reason } = {}
  if (own.pages !== undefined) reasons['invalid_cursor'] = invalidCursorReason
  if (named.length > 0)
    reasons['unknown_record'] = { status: 404, description: `An unknown ${named.join(' or ')}` }
  if (own.body) reasons['invalid_body'] = { status: 400, description: 'A body that the schema refuses' }
  if (!own.readOnly)
    reasons['broken_rule'] = { status: 409, description: 'A change that breaks a rule of a collection' }
  for (const status of own.refuses)
    reasons[refusalCode(status)] = { status, description: `Refused with ${status}` }
  return reasons
}

/** Describes the body of a success: of a page, in the form of the lists of the API. */
function describeResponse(own: OwnOperation, kinds: { readonly [name: string]: Kind }): object | undefined {
  const { pages } = own
  const items = describeResult(own, pages === undefined ? undefined : kinds[pages])
  if (!items || Object.keys(items).length === 0) return undefined
  if (pages === undefined) return items
  const data = { anyOf: [{ type: 'array', items }, { type: 'null' }] }
  return { type: 'object', properties: { data, nextPage: { type: ['string', 'null'] } } }
}

function toOperation(own: OwnOperation, kinds: { readonly [name: string]: Kind }): Operation {
  const { name, origin, method, path, scope, summary = inWords(name), body, pages, readOnly, replies } = own
  const [status, ...others] = replies
  const response = describeResponse(own, kinds)
  return {
    id: name,
    method,
    path,
    summary,
    origin,
    readOnly,
    ...(scope !== undefined && { scope }),
    status: status!,
    replies: others,
    described: {
      body: body && jsonSchemaOf(body, 'input'),
      exampleBody: own.example?.body,
      response,
      isAny: !response && replies.some((each) => each !== 204),
    },
    ...(pages !== undefined && { pages }),
    cases: pages === undefined ? {} : pageCases(own, pages),
    refusals: refusalsOf(own, kinds),
    ...(Object.keys(own.params).length > 0 && { paramFields: own.params }),
    ...(body && { checkBody: (value: unknown) => checkWith(`the body of ${name}`, body, value) }),
  }
}

function toAssumptions(data: ExtensionData): { readonly [name: string]: Assumption } {
  const entries = Object.entries(data.assumptions).map(([name, own]): [string, Assumption] => [
    name,
    {
      question: own.question,
      variants: choice(...own.variants),
      status: 'assumed',
      origin: own.origin,
      observed:
        [own.source, own.confidence && `(confidence: ${own.confidence})`].filter(Boolean).join(' ') ||
        undefined,
    },
  ])
  return Object.fromEntries(entries)
}

function extended(api: Api, data: ExtensionData): Api {
  const kinds: Record<string, Kind> = { ...api.kinds }
  for (const collection of data.collections) kinds[collection.name] = createKind(collection, { ...kinds })
  const kept = Object.entries(api.operations).filter(([id]) => !data.replaced.includes(id))
  const parts = {
    kinds,
    assumptionNames: Object.keys(data.assumptions),
    pageForm: pageFormOf(api),
  }
  const entries = <Result>(make: (own: OwnOperation) => Result) =>
    Object.fromEntries(data.operations.map((own) => [own.name, make(own)]))
  return {
    ...api,
    moreOperations: undefined,
    kinds,
    operations: { ...Object.fromEntries(kept), ...entries((own) => toOperation(own, kinds)) },
    answers: { ...api.answers, ...entries((own) => createAnswer(own, parts)) },
    assumptions: { ...api.assumptions, ...toAssumptions(data) },
  }
}

/** The extended APIs, so that mocks with the same extension share data. */
const known = new WeakMap<ExtensionData, WeakMap<Api, CompiledApi>>()

/** Returns an API with what an extension adds. @param extension The option `extend`, checked. */
export function extendedApi(api: Api, extension: unknown): CompiledApi {
  const data = dataOf(extension)
  if (!data) return compile(api)
  const byApi = known.get(data) ?? new WeakMap<Api, CompiledApi>()
  known.set(data, byApi)
  const found = byApi.get(api) ?? compile(extended(api, data))
  byApi.set(api, found)
  return found
}
