import { control, result, type Schemas } from '../control/client.js'
import { useResource, type Resource } from './resource.js'

const COVERAGE = '/__conmock/v1/spaces/{space}/coverage'

/** @param options.pause Minimum time between two requests, in milliseconds. */
export function useCoverage({ pause }: { readonly pause: number }): Resource<Schemas['Coverage']> {
  return useResource(
    'coverage',
    (name) => result(control.GET(COVERAGE, { params: { path: { space: name } } })),
    { changes: ['responses'], pause },
  )
}
