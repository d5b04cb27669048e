import type { Api } from './api.js'
import type { Assumption } from './assumption.js'
import { generalAssumptions } from './general-assumptions.js'
import type { ListOperation, Operation, Reason } from './operation.js'
import { generalReasons, laterReasons, tokenErrors } from './refusal-reasons.js'

/** An API with what follows from it. */
export interface CompiledApi extends Omit<Api, 'operations' | 'assumptions'> {
  readonly operations: readonly Operation[]
  readonly operationById: ReadonlyMap<string, Operation>
  /** The operations that return a list in pages. */
  readonly lists: readonly ListOperation[]
  /** The operation in the examples of messages: the first list if there is one. */
  readonly exampleOperation: Operation
  /** Whether no operation changes anything. */
  readonly isReadOnly: boolean
  /** The first segment of all paths: `/api`. */
  readonly root: string
  /** The scopes of the operations. */
  readonly scopes: readonly string[]
  /** What a request may be for: the names of the operations, and `token` for the token endpoint if the API has one. */
  readonly endpoints: readonly string[]
  readonly kindNames: readonly string[]
  /** All assumptions: those of the API, and the general ones that it says nothing about. */
  readonly assumptions: { readonly [name: string]: Assumption }
  readonly assumptionNames: readonly string[]
  /** The assumptions of which the specification allows every variant. A service that follows it may have another value of the rest. */
  readonly specifiedNames: readonly string[]
  /** The reasons for which the API refuses a request, by the `code` of the response. */
  readonly reasons: { readonly [code: string]: Reason }
  /** The codes of these reasons, and those of the token endpoint. */
  readonly refusalCodes: readonly string[]
  /** The names of all cases of successful responses. */
  readonly caseNames: readonly string[]
  /** What provider states call the parameters of paths. */
  readonly stateIds: readonly string[]
}

function isList(operation: Operation): operation is ListOperation {
  return operation.list !== undefined
}

function createCompiled(api: Api): CompiledApi {
  const operations = Object.values(api.operations)
  const lists = operations.filter(isList)
  // The assumptions of the API come first, in the order of its table.
  const assumptions: CompiledApi['assumptions'] = {
    ...api.assumptions,
    ...generalAssumptions,
    ...api.assumptions,
  }
  const assumptionNames = Object.keys(assumptions)
  const reasons: { readonly [code: string]: Reason } = Object.assign(
    { ...generalReasons },
    ...operations.map(({ refusals }) => refusals),
    laterReasons,
  )
  return {
    ...api,
    operations,
    operationById: new Map(operations.map((operation) => [operation.id, operation])),
    lists,
    exampleOperation: lists[0] ?? operations[0]!,
    isReadOnly: operations.every(({ method, readOnly = method === 'GET' }) => readOnly),
    root: /^\/[^/]+/.exec(api.prefix)?.[0] ?? '',
    scopes: Object.freeze([...new Set(operations.flatMap(({ scope }) => scope ?? []))]),
    endpoints: [...operations.map(({ id }) => id), ...(api.tokenEndpoint ? ['token'] : [])],
    kindNames: Object.keys(api.kinds),
    assumptions,
    assumptionNames,
    specifiedNames: assumptionNames.filter((name) => assumptions[name]!.status === 'specified'),
    reasons,
    refusalCodes: [...Object.keys(reasons), ...Object.keys(tokenErrors)],
    caseNames: operations.flatMap(({ cases }) => Object.keys(cases)),
    stateIds: [...new Set(operations.flatMap(({ stateIds }) => Object.values(stateIds ?? {})))],
  }
}

/** Returns a function that computes something once for each key, and keeps it as long as the key. */
function once<Key extends object, Result>(create: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { readonly result: Result }>()
  return (key) => {
    let found = known.get(key)
    if (!found) known.set(key, (found = { result: create(key) }))
    return found.result
  }
}

/** Returns an API with what follows from it, which is computed once for each value. */
export const compile = once(createCompiled)

/** Returns a function that computes something once for each API. For what only one folder needs. */
export function compiled<Result>(create: (api: CompiledApi) => Result): (api: CompiledApi) => Result {
  return once(create)
}
