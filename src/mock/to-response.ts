import type { Answer } from '../api/answer.js'
import { delay } from './timers.js'

/**
 * Time for a client to get the start of a body that then fails. In Node, msw 3 writes to a socket, which it destroys when the
 * body fails.
 */
const MS_TO_READ_START = 5

/** A stream that fails after its first bytes, like a connection that is closed too early. */
function createTruncatedBody(start: Uint8Array, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    // Also if the start is empty, because msw 3 sends the headers with the first bytes.
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      await delay(MS_TO_READ_START, signal)
      controller.error(new TypeError('terminated'))
    },
  })
}

/** Sets the URL of a response, which only a real `fetch` can set. Apps resolve the links of a response against it. */
export function withUrl(response: Response, url: string): Response {
  return Object.defineProperty(response, 'url', { value: url.replace(/#.*$/s, ''), configurable: true })
}

/**
 * Converts an answer to a `Response`. A fault that prevents the response gives a network error (`Response.error()`).
 *
 * @param signal Ends a response that hangs.
 */
export async function toResponse(answer: Answer, signal: AbortSignal): Promise<Response> {
  const { body, stream, status, headers, failure, cookies = [] } = answer
  if (!failure) {
    const response = new Response(stream ?? body, { status, headers })
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  }
  if (failure.kind === 'truncateBody') {
    const { start, length } = failure
    return new Response(createTruncatedBody(start, signal), {
      status,
      headers: { ...headers, 'content-length': String(length) },
    })
  }
  if (failure.kind === 'hang') await delay(Infinity, signal)
  return Response.error()
}
