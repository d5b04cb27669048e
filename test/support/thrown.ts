import { expect } from 'vitest'
import { DataError, type Problem } from '../../src/index.js'

/** What a function throws; a failure when it throws nothing. */
export function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return expect.fail('nothing was thrown')
}

/** The problems of the DataError that a function throws. */
export function problemsOf(run: () => unknown): readonly Problem[] {
  const error = thrownBy(run)
  expect(error).toBeInstanceOf(DataError)
  return (error as DataError).problems
}

/** The JSON paths of those problems. */
export function problemPaths(run: () => unknown): string[] {
  return problemsOf(run).map(({ path }) => path)
}
