import { ConflictError } from '../../common/errors.js'
import { internalsOf } from '../../mock/mock-internals.js'
import { createEntryTest, type EntryWhere } from '../../mock/journal.js'
import type { JournalEntry } from '../../mock/journal-entry.js'
import type { MockCore } from '../../mock/mock-core.js'
import { AdminError, withStatus } from '../problems.js'
import { afterEntry, complete, DEFAULT_LIMIT, limit, wait, where, type Query } from '../query.js'
import { route } from '../route.js'

const parameters = { where, after: afterEntry, limit, wait, complete }

type EntryTest = (entry: JournalEntry) => boolean

/** @throws AdminError If the condition has a member that entries do not have. */
function createTestFor({ where: condition = {}, after = 0 }: Query<typeof parameters>): EntryTest {
  const meetsCondition = withStatus(400, () => createEntryTest(condition as EntryWhere))
  return (entry) => entry.id > after && meetsCondition(entry)
}

/** Returns the entries that match: the oldest after `after`, or the newest. */
function findEntries(mock: MockCore, test: EntryTest, query: Query<typeof parameters>): JournalEntry[] {
  const { after, limit: size = DEFAULT_LIMIT } = query
  const entries = mock.requests.all().filter(test)
  return after === undefined ? entries.slice(-size) : entries.slice(0, size)
}

export const requestRoutes = [
  route('GET', '/sandboxes/:sandbox/requests', 'listRequests', {
    summary: 'Returns the requests that the sandbox has answered, or waits for one',
    query: parameters,
    responses: { 200: { description: 'The entries, oldest first', schema: 'Requests' } },
    conflicts: true,
    async answer({ context, mock, query, hono }) {
      const test = createTestFor(query)
      const requests = findEntries(mock, test, query)
      if (requests.length === 0 && query.wait !== undefined) {
        const signals = [context.signal, hono.req.raw.signal]
        const entry = await internalsOf(mock).journal.next(test, query.wait, signals)
        if (entry) requests.push(entry)
        else if (context.signal.aborted)
          throw new ConflictError('the server was stopped during the wait for a request')
      }
      // Throws the error of the library.
      if (query.complete && mock.requests.dropped > 0) mock.requests.count()
      return { requests, dropped: mock.requests.dropped }
    },
  }),
  route('GET', '/sandboxes/:sandbox/requests/:id/response', 'getResponse', {
    summary: 'Returns the response that was sent to a request, by the id of its entry',
    responses: { 200: { description: 'The response', schema: 'SentResponse' } },
    answer({ mock, param }) {
      const id = param('id')
      const response = /^\d+$/.test(id) ? internalsOf(mock).journal.responseOf(Number(id)) : undefined
      if (response) return response
      throw new AdminError(404, `the journal has no response of request ${id.slice(0, 20)}`)
    },
  }),
  route('DELETE', '/sandboxes/:sandbox/requests', 'clearRequests', {
    summary: 'Removes all entries from the journal',
    responses: { 204: { description: 'The journal is empty' } },
    answer: ({ mock }) => mock.requests.clear(),
  }),
]
