import { viewOf } from '../../mock/adapter-view.js'
import { createEntryTest, type EntryWhere } from '../../mock/journal.js'
import type { JournalEntry } from '../../mock/journal-entry.js'
import type { MockCore } from '../../mock/mock-core.js'
import { delay } from '../../mock/timers.js'
import { withStatus } from '../problems.js'
import { afterEntry, complete, DEFAULT_LIMIT, limit, wait, where, type Query } from '../query.js'
import { noContent, ok, route, type RouteInput } from '../route.js'

const parameters = { where, after: afterEntry, limit, wait, complete }

type EntryTest = (entry: JournalEntry) => boolean

/** @throws ControlError If the condition has a member that entries do not have. */
function createTestFor(condition: Query<typeof parameters>['where']): EntryTest {
  return withStatus(400, () => createEntryTest((condition ?? {}) as EntryWhere))
}

/** Returns the entries that match: the oldest after `after`, or the newest. */
function findEntries(mock: MockCore, test: EntryTest, query: Query<typeof parameters>): JournalEntry[] {
  const { after, limit: size = DEFAULT_LIMIT } = query
  const entries = mock.requests.all().filter((entry) => entry.id > (after ?? 0) && test(entry))
  return after === undefined ? entries.slice(-size) : entries.slice(0, size)
}

/** Waits until the mock answers a matching request, the time is over, the client disconnects or the server closes. */
async function waitForEntry(
  { context, param, mock, hono }: RouteInput,
  test: EntryTest,
  ms: number,
): Promise<JournalEntry | undefined> {
  let found: JournalEntry | undefined
  const waiting = new AbortController()
  const wake = () => waiting.abort()
  const unsubscribe = [
    viewOf(mock).events.subscribe((event) => {
      if (event.type !== 'request' || !test(event.entry)) return
      found ??= event.entry
      wake()
    }),
    context.spaces.subscribe(({ name }) => {
      if (name === param('space')) wake()
    }),
  ]
  const signals = [context.signal, hono.req.raw.signal]
  for (const signal of signals) signal.addEventListener('abort', wake)
  if (signals.some(({ aborted }) => aborted)) wake()
  await delay(ms, waiting.signal)
  for (const signal of signals) signal.removeEventListener('abort', wake)
  for (const end of unsubscribe) end()
  return found
}

export const requestRoutes = [
  route('GET', '/spaces/:space/requests', 'listRequests', {
    summary: 'Returns the requests that the space has answered, or waits for one',
    query: parameters,
    responses: { 200: { description: 'The entries, oldest first', schema: 'Requests' } },
    conflicts: true,
    async answer(request) {
      const { mock, query } = request
      const test = createTestFor(query.where)
      const requests = findEntries(mock, test, query)
      if (requests.length === 0 && query.wait !== undefined) {
        const entry = await waitForEntry(request as unknown as RouteInput, test, query.wait)
        // The space may have been removed in the meantime.
        request.context.spaces.require(request.param('space'))
        if (entry) requests.push(entry)
      }
      // Throws the error of the library.
      if (query.complete && mock.requests.dropped > 0) mock.requests.count()
      return ok({ requests, dropped: mock.requests.dropped })
    },
  }),
  route('DELETE', '/spaces/:space/requests', 'clearRequests', {
    summary: 'Removes all entries from the journal',
    responses: { 204: { description: 'The journal is empty' } },
    answer({ mock }) {
      mock.requests.clear()
      return noContent
    },
  }),
]
