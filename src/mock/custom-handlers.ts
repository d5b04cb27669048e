import type { HttpHandler } from 'msw'
import { targetOf } from '../api/match-path.js'

/** The header with which msw 2 and msw 3 mark the response of `passthrough()`. */
const PASSTHROUGH = 'x-msw-intention'

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

function resolutionContextOf({ url }: Request): { readonly baseUrl: string } {
  return { baseUrl: new URL('/', url).href }
}

/** Whether a custom handler matches a request. Reads nothing but its URL and headers, unless a handler has its own predicate. */
export async function hasHandlerFor(handlers: readonly HttpHandler[], request: Request): Promise<boolean> {
  if (!canBeMatched(request)) return false
  const resolutionContext = resolutionContextOf(request)
  for (const handler of handlers) if (await handler.test({ request, resolutionContext })) return true
  return false
}

/**
 * Returns the response of the custom handlers, or `undefined` if no handler matches. Loads msw at the first request.
 *
 * @throws The error of a handler.
 */
export async function askCustomHandlers(
  handlers: readonly HttpHandler[],
  request: Request,
): Promise<Response | undefined> {
  if (!canBeMatched(request)) return undefined
  const { getResponse } = await import('msw')
  const response = await getResponse([...handlers], request, resolutionContextOf(request))
  return response?.headers.get(PASSTHROUGH) === 'passthrough' ? undefined : response
}
