import type { Fault } from '../../mock/fault.js'
import { withStatus } from '../problems.js'
import { noContent, ok, route } from '../route.js'

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
    summary: 'Adds a fault, which makes responses slow or wrong',
    body: {
      schema: 'Fault',
      required: true,
      example: { operation: 'listRoles', when: { nth: 2 }, effect: { status: 503 } },
    },
    responses: { 201: { description: 'The fault', schema: 'ActiveFault' } },
    answer({ mock, body }) {
      const { id } = mock.faults.add(body as Fault)
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
      withStatus(404, () => mock.faults.remove(param('id')))
      return noContent
    },
  }),
]
