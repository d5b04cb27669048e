import type { AssumptionInput } from '../../contract/assumptions.js'
import { measuredIn } from '../../contract/profile-file.js'
import { internalsOf } from '../../mock/mock-internals.js'
import type { MockCore } from '../../mock/mock-core.js'
import { route } from '../route.js'

function answer({ mock }: { readonly mock: MockCore }) {
  const { settings } = mock
  return { settings, measured: measuredIn(internalsOf(mock).profile, settings) }
}

export const assumptionRoutes = [
  route('GET', '/sandboxes/:sandbox/assumptions', 'getAssumptions', {
    summary: 'Returns the value of every assumption, and which were measured at a real service',
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer,
  }),
  route('PATCH', '/sandboxes/:sandbox/assumptions', 'changeAssumptions', {
    summary: 'Changes assumptions from the next request on',
    body: { schema: 'AssumptionInput', required: true, example: { 'roles.pageSize': 25 } },
    responses: { 200: { description: 'The assumptions', schema: 'Assumptions' } },
    answer({ mock, body }) {
      mock.assume(body as AssumptionInput)
      return answer({ mock })
    },
  }),
]
