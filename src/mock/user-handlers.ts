import type { HttpHandler } from 'msw'
import { targetOf } from '../api/target.js'

/** How msw marks the answer of `passthrough()`, in both of its majors. */
const PASSTHROUGH = 'x-msw-intention'

/** msw decodes the parameters of a path, and its version 2 throws where that is impossible. */
function canBeMatched({ url }: Request): boolean {
  try {
    decodeURIComponent(targetOf(url).path)
    const { username, password } = new URL(url)
    return username === '' && password === ''
  } catch {
    return false
  }
}

/**
 * What the user's own handlers answer; nothing when none of them takes the request. msw is loaded with the first
 * request that needs it.
 *
 * @throws Whatever a handler throws.
 */
export async function askUserHandlers(
  handlers: readonly HttpHandler[],
  request: Request,
): Promise<Response | undefined> {
  if (!canBeMatched(request)) return undefined
  const { getResponse } = await import('msw')
  const response = await getResponse([...handlers], request, { baseUrl: new URL('/', request.url).href })
  return response?.headers.get(PASSTHROUGH) === 'passthrough' ? undefined : response
}
