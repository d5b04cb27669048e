import type { AnyHandler, HttpHandler } from 'msw'
import { operationFor, pathMatcher, targetOf, type CustomOperation } from '../api/match-path.js'
import type { CompiledApi } from '../contract/compile.js'
import { isObject } from '../common/plain-object.js'

/** The header with which msw 2 and msw 3 mark the response of `passthrough()`. */
const PASSTHROUGH = 'x-msw-intention'

/** Whether a value is a list of msw handlers. Handlers have a method `run` in msw 2 and msw 3. */
export function areHandlers(value: unknown): value is readonly AnyHandler[] {
  return Array.isArray(value) && value.every((item: unknown) => isObject(item) && 'run' in item)
}

/** Returns the handlers that can answer a request. Only msw itself connects WebSockets. */
export function requestHandlers(handlers: readonly AnyHandler[]): readonly HttpHandler[] {
  return handlers.filter(({ kind }) => kind === 'request') as readonly AnyHandler[] as readonly HttpHandler[]
}

/** Whether msw can match a URL. msw 2 throws if the path cannot be decoded or the URL has credentials. */
function canBeMatched({ url }: Request): boolean {
  try {
    decodeURIComponent(targetOf(url).path)
    const { username, password } = new URL(url)
    return username === '' && password === ''
  } catch {
    return false
  }
}

function createResolutionContext({ url }: Request): { readonly baseUrl: string } {
  return { baseUrl: new URL('/', url).href }
}

/**
 * Returns the operation of a handler. `undefined` if it matches paths with a function or a regular expression, or answers in place
 * of the API.
 */
function getOperation(api: CompiledApi, { info }: Partial<HttpHandler>): CustomOperation | undefined {
  // Handlers for GraphQL and WebSockets have no path.
  const { method, path } = (info ?? {}) as Partial<HttpHandler['info']>
  if (typeof path !== 'string') return undefined
  const withoutOrigin = path.replace(/^(?:\*|https?:\/\/[^/]*)(?=\/)/, '')
  const match = pathMatcher(api)(withoutOrigin)
  const isOfApi = match.kind === 'operation' && operationFor(match, String(method)) !== undefined
  return isOfApi ? undefined : `${typeof method === 'string' ? method : 'ALL'} ${withoutOrigin}`
}

/** Returns the operations of handlers. */
export function getOperations(
  api: CompiledApi,
  handlers: readonly HttpHandler[],
): readonly CustomOperation[] {
  return [...new Set(handlers.flatMap((handler) => getOperation(api, handler) ?? []))]
}

/**
 * Returns the first custom handler that matches a request, with its operation. Reads nothing but the URL and headers of the
 * request, unless a handler has its own predicate.
 */
export async function findHandler(
  api: CompiledApi,
  handlers: readonly HttpHandler[],
  request: Request,
): Promise<{ readonly operation: CustomOperation | undefined } | undefined> {
  if (!canBeMatched(request)) return undefined
  const resolutionContext = createResolutionContext(request)
  for (const handler of handlers) {
    if (await handler.test({ request, resolutionContext })) return { operation: getOperation(api, handler) }
  }
  return undefined
}

/**
 * Returns the response of the custom handlers, or `undefined` if no handler matches. Loads msw at the first request.
 *
 * @throws The error of a handler.
 */
export async function askCustomHandlers(
  api: CompiledApi,
  handlers: readonly HttpHandler[],
  request: Request,
): Promise<{ readonly response: Response; readonly operation: CustomOperation | undefined } | undefined> {
  if (!canBeMatched(request)) return undefined
  const { getResponse } = await import('msw')
  const context = createResolutionContext(request)
  for (const handler of handlers) {
    // One that only reads the body, such as a log, must not take it from the next handler or the API.
    const response = await getResponse([handler], request.body ? request.clone() : request, context)
    if (response?.headers.get(PASSTHROUGH) === 'passthrough') return undefined
    if (response) return { response, operation: getOperation(api, handler) }
  }
  return undefined
}
