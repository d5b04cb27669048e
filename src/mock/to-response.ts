import type { Answer } from '../api/answer.js'

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

/** A stream of the first bytes of a body. It then fails like a connection that is closed too early. */
function truncated(body: string | Uint8Array<ArrayBuffer>, bytes: number): ReadableStream<Uint8Array> {
  const whole = typeof body === 'string' ? new TextEncoder().encode(body) : body
  let isSent = false
  return new ReadableStream({
    pull(controller) {
      if (isSent) return controller.error(new TypeError('terminated'))
      isSent = true
      if (bytes > 0) controller.enqueue(whole.slice(0, bytes))
      else controller.error(new TypeError('terminated'))
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
  if (failure.kind === 'hang') await aborted(signal)
  if (failure.kind !== 'truncateBody') return Response.error()
  if (body === null) return new Response(null, { status, headers })
  const length = typeof body === 'string' ? new TextEncoder().encode(body).length : body.length
  return new Response(truncated(body, failure.bytes), {
    status,
    headers: { ...headers, 'content-length': String(length) },
  })
}
