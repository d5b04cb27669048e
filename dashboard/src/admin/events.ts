import { EventSource } from 'eventsource'
import type { ChangedPart } from '../../../src/mock/events.js'
import type { RequestEntry } from '../../../src/mock/request-entry.js'
import { serverUrl } from '../common/place.js'
import { adminHeaders, needsAdminToken } from './admin-token.js'

export type AdminEvent =
  | { readonly type: 'request'; readonly sandbox: string; readonly entry: RequestEntry }
  | { readonly type: 'change'; readonly sandbox: string; readonly what: ChangedPart }
  | { readonly type: 'sandbox'; readonly name: string; readonly what: 'created' | 'removed' | 'evicted' }

interface Listener {
  /** The connection is open. Events that happened before are unknown. */
  onOpen(): void
  onEvent(event: AdminEvent): void
  /** The connection is closed. It opens again by itself. */
  onClose(): void
}

const TYPES = ['request', 'change', 'sandbox'] as const

/** Time until the page connects again, after the server has refused the connection. */
const MS_TO_NEXT_ATTEMPT = 2000

/**
 * Reads the events of the server, and connects again whenever the connection is lost. A browser's own EventSource cannot send
 * the token of the admin API.
 *
 * @returns A function that closes the connection.
 */
export function readEvents(listener: Listener): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource

  function connect(): void {
    source = new EventSource(`${serverUrl}/__conmock/v1/events`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...adminHeaders() } }),
    })
    source.addEventListener('open', () => listener.onOpen())
    source.addEventListener('error', ({ code }) => {
      if (code === 401) {
        // The page connects again as soon as the user has entered the token.
        needsAdminToken.value = true
        return
      }
      listener.onClose()
      // After a response other than 200, an EventSource gives up.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, MS_TO_NEXT_ATTEMPT)
    })
    for (const type of TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        listener.onEvent({ ...JSON.parse(data), type } as AdminEvent),
      )
    }
  }

  connect()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}
