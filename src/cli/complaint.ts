import { oneLine } from '../common/text.js'
import { DataError } from '../server.js'
import { UsageError } from './usage-error.js'
import { reasonOf } from './values.js'

const MAX_LINES = 1000

/** Returns the problems that an error describes, one for each line. */
export function problemsOf(error: unknown): readonly string[] {
  if (error instanceof UsageError) return error.lines
  return error instanceof DataError ? error.message.split('\n') : [reasonOf(error)]
}

/** Formats problems: one line for each, with the name of the program. */
export function complaint(problems: readonly string[]): string {
  const shown = problems.slice(0, MAX_LINES)
  const rest = problems.length - shown.length
  const lines = rest === 0 ? shown : [...shown, `and ${rest} more`]
  return lines.map((line) => `conmock: ${oneLine(line.trim())}\n`).join('')
}
