import { control, result, type Schemas } from '../control/client.js'
import { useResource, type Resource } from './resource.js'

const COVERAGE = '/__conmock/v1/spaces/{space}/coverage'

/** A busy app sends many requests each second, and each of them changes the counts. */
const MS_BETWEEN_UPDATES = 1000

export function useCoverage(): Resource<Schemas['Coverage']> {
  return useResource(
    'coverage',
    (name) => result(control.GET(COVERAGE, { params: { path: { space: name } } })),
    { changes: ['responses'], pause: MS_BETWEEN_UPDATES },
  )
}
