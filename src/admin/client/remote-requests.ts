import { checkTimeout, createTimeoutError, type EntryWhere } from '../../mock/journal.js'
import type { JournalEntry } from '../../mock/journal-entry.js'
import type { RemoteRequests } from './remote-mock.js'
import { readMember, type Call, type Send } from './send.js'
import { whereParameter } from './to-json.js'

const PAGE_SIZE = 1000

/** Longest time that the server waits for an entry, in milliseconds. */
const MAX_WAIT = 60_000

interface Entries {
  readonly requests: JournalEntry[]
  readonly dropped: number
}

export function createRemoteRequests(send: Send): RemoteRequests {
  function read(query: NonNullable<Call['query']>): Promise<Entries> {
    return send('GET', '/requests', { query })
  }

  /** Reads the matching entries in pages, oldest first. */
  async function readAll(where: object, complete?: true): Promise<JournalEntry[]> {
    const sent = whereParameter(where)
    const entries: JournalEntry[] = []
    for (let after = 0; ;) {
      const { requests } = await read({ where: sent, after, limit: PAGE_SIZE, complete })
      entries.push(...requests)
      if (requests.length < PAGE_SIZE) return entries
      after = requests.at(-1)!.id
    }
  }

  return Object.freeze({
    all: () => readAll({}),
    async find(where) {
      const { requests, dropped } = await read({ where: whereParameter(where), after: 0, limit: 1 })
      // The server then refuses with the error of the library.
      if (requests.length === 0 && dropped > 0) await read({ limit: 1, complete: true })
      return requests[0]
    },
    findMany: async (where = {}) => readAll(where, true),
    count: async (where = {}) => (await readAll(where, true)).length,
    last: async () => (await read({ limit: 1 })).requests.at(-1),
    clear: () => send('DELETE', '/requests'),
    async waitFor(where, options) {
      const timeout = checkTimeout(options)
      const sent = whereParameter(where)
      for (let left = timeout; ; left -= MAX_WAIT) {
        const wait = Math.min(Math.ceil(left), MAX_WAIT)
        const { requests } = await read({ where: sent, after: 0, limit: 1, wait })
        if (requests[0]) return requests[0]
        if (left <= MAX_WAIT)
          throw createTimeoutError(where as EntryWhere, timeout, (await read({})).requests)
      }
    },
    get dropped() {
      return readMember<number>(send, '/requests', 'dropped', { limit: 1 })
    },
  } satisfies RemoteRequests)
}
