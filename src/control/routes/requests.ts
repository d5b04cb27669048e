import { InvalidOptionError, RecordNotFoundError } from '../../common/errors.js'
import { createTest } from '../../dataset/where.js'
import { eventsOf, type ControlledMock, type JournalEntry } from '../mock-parts.js'
import { ControlError } from '../problems.js'
import { afterEntry, DEFAULT_LIMIT, limit, wait, where, type Query } from '../query.js'
import { noContent, ok, route, type RouteInput } from '../route.js'
import { waitUntil } from '../wait.js'

const parameters = { where, after: afterEntry, limit, wait }

type RequestsQuery = Query<typeof parameters>

/** Returns the entries that match: the oldest after `after`, or the newest. */
function entriesIn(mock: ControlledMock, { where: condition = {}, after, limit: size }: RequestsQuery) {
  const entries = mock.requests.findMany(condition as object).filter(({ id }) => id > (after ?? -1))
  const count = size ?? DEFAULT_LIMIT
  return after === undefined ? entries.slice(-count) : entries.slice(0, count)
}

/** Waits until the mock has answered a matching request, or its space is removed. */
async function waitForEntry(request: RouteInput, mock: ControlledMock, query: RequestsQuery): Promise<void> {
  const { context, param, hono } = request
  // The test of conditions for records, because entries have conditions of the same form.
  const matches = createTest((query.where ?? {}) as never) as unknown as (entry: JournalEntry) => boolean
  await waitUntil(query.wait ?? 0, [context.signal, hono.req.raw.signal], (wake) => {
    const stops = [
      eventsOf(mock).subscribe((event) => {
        if (event.type === 'request' && matches(event.entry)) wake()
      }),
      context.spaces.subscribe(({ name }) => {
        if (name === param('space')) wake()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}

/** The journal. */
export const requestRoutes = [
  route({
    id: 'listRequests',
    method: 'GET',
    path: '/spaces/:space/requests',
    summary: 'Returns the requests that the space has answered, or waits for one',
    query: parameters,
    responses: { 200: { description: 'The entries, oldest first', schema: 'Requests' } },
    async answer(request) {
      const { mock, query } = request
      if (typeof query.where === 'string') {
        throw new ControlError(400, 'the query parameter "where" must be an object with members of an entry')
      }
      let requests = entriesIn(mock, query)
      if (requests.length === 0 && query.wait !== undefined) {
        await waitForEntry(request as unknown as RouteInput, mock, query)
        // Throws if the space was removed in the meantime.
        requests = entriesIn(request.mock, query)
      }
      return ok({ requests, dropped: mock.requests.dropped })
    },
  }),
  route({
    id: 'clearRequests',
    method: 'DELETE',
    path: '/spaces/:space/requests',
    summary: 'Removes all entries from the journal',
    responses: { 204: { description: 'The journal is empty' } },
    answer({ mock }) {
      mock.requests.clear()
      return noContent
    },
  }),
]

/** Faults. */
export const faultRoutes = [
  route({
    id: 'listFaults',
    method: 'GET',
    path: '/spaces/:space/faults',
    summary: 'Lists the active faults',
    responses: { 200: { description: 'The faults', schema: 'Faults' } },
    answer: ({ mock }) => ok({ faults: mock.faults.all }),
  }),
  route({
    id: 'addFault',
    method: 'POST',
    path: '/spaces/:space/faults',
    summary: 'Adds a fault: the space changes the responses to some requests',
    body: {
      schema: 'Fault',
      required: true,
      example: { operation: 'listRoles', when: { nth: 2 }, effect: { status: 503 } },
    },
    responses: { 201: { description: 'The fault', schema: 'ActiveFault' } },
    answer({ mock, body }) {
      if (body === undefined) throw new InvalidOptionError('the body must have the effect of the fault')
      const { id } = mock.faults.add(body as never)
      return { status: 201, body: mock.faults.all.find((fault) => fault.id === id) }
    },
  }),
  route({
    id: 'clearFaults',
    method: 'DELETE',
    path: '/spaces/:space/faults',
    summary: 'Removes all faults',
    responses: { 204: { description: 'There are no faults' } },
    answer({ mock }) {
      mock.faults.clear()
      return noContent
    },
  }),
  route({
    id: 'removeFault',
    method: 'DELETE',
    path: '/spaces/:space/faults/:id',
    summary: 'Removes a fault',
    responses: { 204: { description: 'The fault is removed' } },
    answer({ mock, param }) {
      const id = param('id')
      if (!mock.faults.all.some((fault) => fault.id === id)) {
        throw new RecordNotFoundError(`there is no fault "${id}"`)
      }
      mock.faults.remove(id)
      return noContent
    },
  }),
]
