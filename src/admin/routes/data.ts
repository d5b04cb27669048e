import { decodeAbsent } from '../../common/undefined-marker.js'
import { parseDataInParts } from '../../dataset/data-file.js'
import { givenData } from '../../dataset/initial-data.js'
import { internalsOf } from '../../mock/mock-internals.js'
import { createPause } from '../pause.js'
import { route } from '../route.js'

export const dataRoutes = [
  route('GET', '/sandboxes/:sandbox/data', 'exportData', {
    summary: 'Exports all records',
    responses: { 200: { description: 'All records', schema: 'Data' } },
    answer: ({ mock }) => mock.export(),
  }),
  route('PUT', '/sandboxes/:sandbox/data', 'replaceData', {
    summary: 'Replaces all records. Missing fields are generated',
    body: { schema: 'DataInput', required: true, example: { volunteers: [{ user: { id: '42' } }] } },
    responses: { 204: { description: 'The records are replaced' } },
    async answer({ mock, body }) {
      const { dataset } = internalsOf(mock)
      const { seed } = dataset
      await dataset.replace(async () =>
        givenData(await parseDataInParts(decodeAbsent(body), { seed }, createPause())),
      )
    },
  }),
]
