import { checkOptionNames } from '../../common/check-options.js'
import { route } from '../route.js'

export const snapshotRoutes = [
  route('POST', '/sandboxes/:sandbox/snapshot', 'createSnapshot', {
    summary: 'Stores the state of a sandbox, for `restore`',
    responses: { 201: { description: 'The snapshot', schema: 'Snapshot' } },
    answer: async ({ mock }) => ({ id: await mock.snapshot() }),
  }),
  route('POST', '/sandboxes/:sandbox/restore', 'restoreSnapshot', {
    summary: 'Restores the state of a snapshot',
    body: { schema: 'Snapshot', required: true, example: { id: '1' } },
    responses: { 204: { description: 'The state is restored' } },
    answer({ mock, body }) {
      checkOptionNames(body, ['id'])
      return mock.restore((body as { readonly id: string }).id)
    },
  }),
]
