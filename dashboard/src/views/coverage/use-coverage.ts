import type { Coverage } from '../../../../src/coverage/coverage.js'
import { useResource, type Resource } from '../../state/resource.js'

/** A busy app sends many requests each second, and each of them changes the counts. */
const MS_BETWEEN_UPDATES = 1000

export function useCoverage(): Resource<Coverage> {
  return useResource('coverage', (mock) => mock.coverage(), {
    changes: ['responses'],
    pause: MS_BETWEEN_UPDATES,
  })
}
