import { operations, scopes } from '../../src/index.js'

/** What every operation is asked: made from its descriptor, which test/contract/operations.test.ts checks. */
export const cases = Object.values(operations).map(({ id, path, scope, summary }) => {
  const otherScope = scopes.find((each) => each !== scope)!
  return {
    id,
    name: summary,
    path: path.replace(':id', '1'),
    scope,
    /** A token with this scope alone, and one with another alone. */
    good: `mock-${scope.replace(':', '-')}`,
    other: `mock-${otherScope.replace(':', '-')}`,
    otherScope,
  }
})

/** The operations that return a list in pages. */
export const lists = Object.values(operations).flatMap((operation) =>
  'list' in operation ? [operation] : [],
)
