import { decodeAbsent } from '../../common/undefined-marker.js'
import type { MockDataInput } from '../../dataset/data-file.js'
import { noContent, ok, route } from '../route.js'

export const dataRoutes = [
  route({
    id: 'exportData',
    method: 'GET',
    path: '/spaces/:space/data',
    summary: 'Exports all records',
    responses: { 200: { description: 'All records', schema: 'Data' } },
    answer: ({ mock }) => ok(mock.export()),
  }),
  route({
    id: 'replaceData',
    method: 'PUT',
    path: '/spaces/:space/data',
    summary: 'Replaces all records. Missing fields are generated',
    body: { schema: 'DataInput', required: true, example: { volunteers: [{ user: { id: '42' } }] } },
    responses: { 204: { description: 'The records are replaced' } },
    async answer({ mock, body }) {
      await mock.replace(decodeAbsent(body) as MockDataInput)
      return noContent
    },
  }),
]
