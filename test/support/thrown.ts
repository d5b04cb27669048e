import { expect } from 'vitest'
import { DataError, type Problem } from '../../src/index.js'

/** Returns the error that a function throws. Fails if it throws nothing. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

/** Returns the problems of the DataError that a function throws. */
export function problemsOf(run: () => unknown): readonly Problem[] {
  const error = thrownBy(run)
  expect(error).toBeInstanceOf(DataError)
  return (error as DataError).problems
}

export function problemPaths(run: () => unknown): string[] {
  return problemsOf(run).map(({ path }) => path)
}
