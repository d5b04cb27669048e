import type { Writable } from 'node:stream'
import type { ChangedPart } from '../mock/events.js'
import { getInternals } from '../mock/mock-internals.js'
import type { RequestEntry } from '../mock/request-entry.js'
import type { SandboxChange } from '../sandboxes/sandbox.js'
import type { Sandboxes } from '../sandboxes/sandboxes.js'
import type { AdminAnswer } from './answers.js'

/** What the stream of events tells, by the name of the event. */
interface AdminEvents {
  /** A sandbox has answered a request. */
  readonly request: { readonly sandbox: string; readonly entry: RequestEntry }
  /** A part of a sandbox has changed. */
  readonly change: { readonly sandbox: string; readonly what: ChangedPart }
  readonly sandbox: SandboxChange
}

type Send = <Name extends keyof AdminEvents>(event: Name, data: AdminEvents[Name]) => void

/** A client that reads more slowly is disconnected. When it connects again, it reads the state again. */
const MAX_WAITING_BYTES = 1024 * 1024

/** A line that clients ignore. */
const COMMENT = ':\n\n'

/** Follows the events of all sandboxes, also of later ones. @returns A function that ends it. */
function follow(sandboxes: Sandboxes, send: Send): () => void {
  const ends = new Map<string, () => void>()
  function followOne(sandbox: string): void {
    const { events } = getInternals(sandboxes.require(sandbox))
    const end = events.subscribe((event) => {
      if (event.type === 'request') send('request', { sandbox, entry: event.entry })
      if (event.type === 'change') send('change', { sandbox, what: event.what })
    })
    ends.set(sandbox, end)
  }
  for (const name of sandboxes.names) followOne(name)
  const endAll = sandboxes.subscribe((change) => {
    ends.get(change.name)?.()
    if (change.what === 'created') followOne(change.name)
    else ends.delete(change.name)
    send('sandbox', change)
  })
  return () => {
    endAll()
    for (const end of ends.values()) end()
  }
}

/**
 * Answers with a stream of server-sent events, from now on.
 *
 * @param closing Aborts when the server closes.
 */
export function streamEvents(sandboxes: Sandboxes, closing: AbortSignal): AdminAnswer {
  function stream(outgoing: Writable): void {
    function write(text: string): void {
      if (outgoing.writableLength > MAX_WAITING_BYTES) outgoing.destroy()
      else outgoing.write(text)
    }
    // Sent at once, so that the client knows that it is connected.
    write(COMMENT)
    const unfollow = follow(sandboxes, (event, data) =>
      write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    )
    const ended = new AbortController()
    outgoing.once('close', () => {
      unfollow()
      ended.abort()
    })
    // The end of the stream would never reach a client that does not read.
    const close = () => (outgoing.writableNeedDrain ? outgoing.destroy() : outgoing.end())
    closing.addEventListener('abort', close, { signal: ended.signal })
    if (closing.aborted) close()
  }
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, body: stream }
}
