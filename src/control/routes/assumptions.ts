import type { AssumptionInput } from '../../contract/assumptions.js'
import { route } from '../route.js'

export const assumptionRoutes = [
  route('GET', '/spaces/:space/assumptions', 'getAssumptions', {
    summary: 'Returns the value of every assumption',
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer: ({ mock }) => ({ settings: mock.settings }),
  }),
  route('PATCH', '/spaces/:space/assumptions', 'changeAssumptions', {
    summary: 'Changes assumptions from the next request on',
    body: { schema: 'AssumptionInput', required: true, example: { 'roles.pageSize': 25 } },
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer({ mock, body }) {
      mock.assume(body as AssumptionInput)
      return { settings: mock.settings }
    },
  }),
]
