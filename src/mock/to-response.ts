import type { Answer } from '../api/answer.js'

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A stream that fails after its first bytes, like a connection that is closed too early. */
function truncated(start: Uint8Array): ReadableStream<Uint8Array> {
  let isSent = start.length === 0
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new TypeError('terminated'))
      isSent = true
      controller.enqueue(start)
    },
  })
}

/**
 * Converts an answer to a `Response`. A fault that prevents the response gives a network error (`Response.error()`).
 *
 * @param signal Ends a response that hangs.
 */
export async function toResponse(answer: Answer, signal: AbortSignal): Promise<Response> {
  const { body, status, headers, failure } = answer
  if (!failure) return new Response(body, { status, headers })
  if (failure.kind === 'truncateBody') {
    const { start, length } = failure
    return new Response(truncated(start), {
      status,
      headers: { ...headers, 'content-length': String(length) },
    })
  }
  if (failure.kind === 'hang') await aborted(signal)
  return Response.error()
}
