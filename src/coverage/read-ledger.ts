import { DataError, InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { operations } from '../contract/operations.js'
import type { Ledger } from './ledger.js'

const subjects: ReadonlySet<unknown> = new Set([...Object.keys(operations), 'token', undefined])

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function areCounts(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every(isCount)
}

/** Returns what is wrong with an answer of a ledger, or `undefined`. */
function answerProblem(answer: unknown): string | undefined {
  if (!isPlainObject(answer) || !isCount(answer['status']) || !isCount(answer['count'])) {
    return 'expected an object with status and count'
  }
  const { operation, code } = answer
  if (!subjects.has(operation)) return 'expected the id of an operation, "token", or no "operation"'
  return code === undefined || typeof code === 'string' ? undefined : 'expected a string as code'
}

/**
 * Checks that JSON is a ledger, and returns it.
 *
 * @param source Where it comes from, for messages: for example the name of a file.
 * @throws InvalidOptionError If the ledger has another version.
 * @throws DataError If it is not a ledger, with the JSON path of the problem.
 */
export function readLedger(json: unknown, source: string): Ledger {
  const wrong = (path: string, reason: string) => new DataError(source, [{ path, reason }])
  if (!isPlainObject(json)) throw wrong('$', 'expected a ledger (an object)')
  if (json['version'] !== 1) throw new InvalidOptionError(`${source}: not a ledger of version 1`)
  const { answers, assumptions } = json
  if (!Array.isArray(answers)) throw wrong('$.answers', 'expected a list')
  for (const [index, answer] of answers.entries()) {
    const problem = answerProblem(answer)
    if (problem !== undefined) throw wrong(`$.answers[${index}]`, problem)
  }
  if (!areCounts(json['shapes'])) throw wrong('$.shapes', 'expected an object with counts')
  if (!isPlainObject(assumptions) || !Object.values(assumptions).every(areCounts)) {
    throw wrong('$.assumptions', 'expected an object with counts for each value')
  }
  return json as unknown as Ledger
}
