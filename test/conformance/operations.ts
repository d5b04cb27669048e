import { operations } from '../../src/convention/operations.js'
import type { MockOptions } from '../../src/index.js'
import { scopes, type ListName } from '../support/convention.js'

/** The operations and tokens for tests, from the descriptors that test/contract/openapi.test.ts checks. */
export const cases = Object.values(operations).map(({ id, path, scope, summary }) => {
  const otherScope = scopes.find((each) => each !== scope)!
  return {
    id,
    name: summary,
    path: path.replace(':id', '1'),
    scope,
    /** A token that only has this scope, and one that only has the other scope. */
    validToken: `mock-${scope.replaceAll(':', '-')}`,
    other: `mock-${otherScope.replaceAll(':', '-')}`,
    otherScope,
  }
})

/** The operations that return a list in pages. */
export const lists = Object.values(operations).flatMap((operation) =>
  'list' in operation ? [operation] : [],
)

/** Options for a mock whose list has this many records. */
export function listOf(list: ListName, size: number): MockOptions {
  return { data: { [list]: Array.from({ length: size }, () => ({})) } }
}
