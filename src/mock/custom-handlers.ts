import type { HttpHandler } from 'msw'
import { targetOf } from '../api/match-path.js'

/** The header with which msw 2 and msw 3 mark the response of `passthrough()`. */
const PASSTHROUGH = 'x-msw-intention'

/** The header with which `passThrough` says where it has sent a request. */
export const FORWARDED_HEADER = 'conmock-forwarded'

/** Returns the note of the journal about the response of a handler. */
export function noteAbout({ headers }: Response): string | undefined {
  const to = headers.get(FORWARDED_HEADER)
  return to === null ? undefined : `forwarded to ${to}`
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
  const response = await getResponse([...handlers], request, { baseUrl: new URL('/', request.url).href })
  return response?.headers.get(PASSTHROUGH) === 'passthrough' ? undefined : response
}
