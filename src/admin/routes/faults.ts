import type { Fault } from '../../mock/fault.js'
import { withStatus } from '../problems.js'
import { route } from '../route.js'

export const faultRoutes = [
  route('GET', '/sandboxes/:sandbox/faults', 'listFaults', {
    summary: 'Lists the active faults',
    responses: { 200: { description: 'The faults', schema: 'Faults' } },
    answer: ({ mock }) => ({ faults: mock.faults.all }),
  }),
  route('POST', '/sandboxes/:sandbox/faults', 'addFault', {
    summary: 'Adds a fault, which makes responses slow or wrong',
    body: {
      schema: 'Fault',
      required: true,
      example: { operation: 'listRoles', when: { nth: 2 }, effect: { status: 503 } },
    },
    responses: { 201: { description: 'The fault', schema: 'ActiveFault' } },
    answer({ mock, body }) {
      const { id } = mock.faults.add(body as Fault)
      return mock.faults.all.find((fault) => fault.id === id)
    },
  }),
  route('DELETE', '/sandboxes/:sandbox/faults', 'clearFaults', {
    summary: 'Removes all faults',
    responses: { 204: { description: 'There are no faults' } },
    answer: ({ mock }) => mock.faults.clear(),
  }),
  route('DELETE', '/sandboxes/:sandbox/faults/:id', 'removeFault', {
    summary: 'Removes a fault',
    responses: { 204: { description: 'The fault is removed' } },
    answer: ({ mock, param }) => withStatus(404, () => mock.faults.remove(param('id'))),
  }),
]
