import { checkTimeout, createEntryTest, createTimeoutError, type EntryWhere } from '../../mock/journal.js'
import type { JournalEntry } from '../../mock/journal-entry.js'
import type { RemoteMock } from './remote-mock.js'
import { readProperty, type Call, type Send } from './send.js'
import { whereParameter } from './where-parameter.js'

/** Number of entries in a response. */
const PAGE_SIZE = 1000

/** Longest time that the server waits for an entry, in milliseconds. */
const MAX_WAIT = 60_000

interface Entries {
  readonly requests: JournalEntry[]
  readonly dropped: number
}

/** @param send Sends requests to the space. */
export function createRemoteRequests(send: Send): RemoteMock['requests'] {
  function read(query: NonNullable<Call['query']>): Promise<Entries> {
    return send('GET', '/requests', { query })
  }

  /** Reads the matching entries in pages, oldest first. */
  async function* readPages(where: EntryWhere, complete?: true): AsyncGenerator<Entries> {
    const test = createEntryTest(where)
    const sent = whereParameter(where)
    for (let after = 0; ;) {
      const { requests, dropped } = await read({ where: sent, after, limit: PAGE_SIZE, complete })
      yield { requests: requests.filter((entry) => test(entry)), dropped }
      if (requests.length < PAGE_SIZE) return
      after = requests.at(-1)!.id
    }
  }

  async function readAll(where: EntryWhere, complete?: true): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = []
    for await (const { requests } of readPages(where, complete)) entries.push(...requests)
    return entries
  }

  async function waitFor(where: EntryWhere, options?: { readonly timeout?: number }): Promise<JournalEntry> {
    const test = createEntryTest(where)
    const timeout = checkTimeout(options)
    const sent = whereParameter(where)
    const end = performance.now() + timeout
    let left = timeout
    for (let after = 0; ;) {
      const wait = Math.max(0, Math.min(Math.ceil(left), MAX_WAIT))
      const { requests } = await read({ where: sent, after, limit: PAGE_SIZE, wait })
      const found = requests.find(test)
      if (found) return found
      after = requests.at(-1)?.id ?? after
      // An empty response means that the server has waited. With fake timers, `performance.now()` may stand still.
      left = requests.length === 0 ? left - wait : Math.min(left, end - performance.now())
      if (left <= 0 && requests.length < PAGE_SIZE) {
        throw createTimeoutError(where, timeout, (await read({})).requests)
      }
    }
  }

  return Object.freeze({
    all: () => readAll({}),
    async find(where) {
      let isComplete = true
      for await (const { requests, dropped } of readPages(where)) {
        const [entry] = requests
        if (entry) return entry
        isComplete &&= dropped === 0
      }
      // The server then refuses with the error of the library.
      if (!isComplete) await read({ limit: 1, complete: true })
      return undefined
    },
    findMany: (where = {}) => readAll(where, true),
    count: async (where = {}) => (await readAll(where, true)).length,
    last: async () => (await read({ limit: 1 })).requests.at(-1),
    clear: () => send('DELETE', '/requests'),
    waitFor,
    get dropped() {
      return readProperty(read({ limit: 1 }), ({ dropped }) => dropped)
    },
  } satisfies RemoteMock['requests'])
}
