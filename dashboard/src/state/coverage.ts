import { control, result, type Schemas } from '../admin/client.js'
import { useResource, type Resource } from './resource.js'

const COVERAGE = '/__conmock/v1/sandboxes/{sandbox}/coverage'

/** A busy app sends many requests each second, and each of them changes the counts. */
const MS_BETWEEN_UPDATES = 1000

export function useCoverage(): Resource<Schemas['Coverage']> {
  return useResource(
    'coverage',
    (name) => result(control.GET(COVERAGE, { params: { path: { sandbox: name } } })),
    { changes: ['responses'], pause: MS_BETWEEN_UPDATES },
  )
}
