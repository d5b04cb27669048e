import type { AssumptionInput } from '../../contract/assumptions.js'
import { measuredIn } from '../../contract/profile-file.js'
import { viewOf } from '../../mock/adapter-view.js'
import type { MockCore } from '../../mock/mock-core.js'
import { route } from '../route.js'

function answer({ mock }: { readonly mock: MockCore }) {
  const { settings } = mock
  return { settings, measured: measuredIn(viewOf(mock).profile, settings) }
}

export const assumptionRoutes = [
  route('GET', '/spaces/:space/assumptions', 'getAssumptions', {
    summary: 'Returns the value of every assumption, and which were measured at a real service',
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer,
  }),
  route('PATCH', '/spaces/:space/assumptions', 'changeAssumptions', {
    summary: 'Changes assumptions from the next request on',
    body: { schema: 'AssumptionInput', required: true, example: { 'roles.pageSize': 25 } },
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer({ mock, body }) {
      mock.assume(body as AssumptionInput)
      return answer({ mock })
    },
  }),
]
