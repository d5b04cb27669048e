import { chromiumPath } from '../support/chromium.js'

/** Stops the run before its first test, with a one-line message, if Chromium is not installed. */
export function setup(): void {
  try {
    chromiumPath()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    // If setup() threw, vitest would print a stack trace, and that it found no tests.
    process.exit(1)
  }
}
