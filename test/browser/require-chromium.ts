import { chromiumPath } from '../support/chromium.js'

/** Ends the lane before its first test, with one line, when there is no Chromium. */
export function setup(): void {
  try {
    chromiumPath()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    // Thrown, it would come with a stack, and with the runner's remark that there is no test.
    process.exit(1)
  }
}
