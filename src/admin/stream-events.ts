import type { Context } from 'hono'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import { delay } from '../mock/timers.js'
import type { EventLog } from './event-log.js'
import { AdminError } from './problems.js'

/** Proxies close connections that send nothing for a long time. */
const MS_BETWEEN_COMMENTS = 15_000

const COMMENT = ':\n\n'

/** Returns the id of the last event that a client knows. @throws AdminError If it is not a number. */
function lastEventId(hono: Context): number | undefined {
  const given = hono.req.header('last-event-id')
  if (given === undefined || given === '') return undefined
  if (/^\d{1,15}$/.test(given)) return Number(given)
  throw new AdminError(400, 'the header Last-Event-ID must be the id of an event, which is a number')
}

/** Sends the events after those that the client knows, until the client or the server closes the connection. */
async function sendEvents(stream: SSEStreamingApi, log: EventLog, known: number | undefined): Promise<void> {
  let waiting = new AbortController()
  const wake = () => waiting.abort()
  stream.onAbort(wake)
  const { position, isLost } = log.resume(known)
  const reader = { position, wake, drop: () => stream.abort() }
  const leave = log.join(reader)
  // Sent at once, so that the client knows that it is connected.
  await stream.write(COMMENT)
  if (isLost) await stream.writeSSE({ event: 'lost', data: '{}' })
  while (!stream.aborted) {
    for (const { id, event, data } of log.after(reader.position)) {
      // Waits until the client has read earlier events.
      await stream.writeSSE({ id: String(id), event, data: JSON.stringify(data) })
      if (stream.aborted) break
      reader.position = id
    }
    if (reader.position < log.newest) continue
    waiting = new AbortController()
    await delay(MS_BETWEEN_COMMENTS, waiting.signal)
    if (reader.position === log.newest) await stream.write(COMMENT)
  }
  leave()
}

/**
 * Answers with a stream of server-sent events. A client that connects again with `Last-Event-ID` gets the events that it has
 * missed. If the log no longer has all of them, the client first gets an event `lost`.
 *
 * @param closing Aborts when the server closes.
 * @throws AdminError For an invalid `Last-Event-ID`.
 */
export function streamEvents(hono: Context, log: EventLog, closing: AbortSignal): Response {
  const known = lastEventId(hono)
  if (hono.req.raw.method === 'HEAD') return hono.body(null, 200, { 'content-type': 'text/event-stream' })
  return streamSSE(
    hono,
    async (stream) => {
      const abort = () => stream.abort()
      closing.addEventListener('abort', abort)
      if (closing.aborted) abort()
      await sendEvents(stream, log, known)
      closing.removeEventListener('abort', abort)
    },
    // Without this function, hono would print the error.
    async () => {},
  )
}
