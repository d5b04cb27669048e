import { InvalidOptionError } from '../common/errors.js'
import { memberAt } from '../common/json-path.js'
import { isPlainObject } from '../common/plain-object.js'
import { createTest } from '../dataset/where.js'
import type { MockCore } from '../mock/mock-core.js'
import { getInternals } from '../mock/mock-internals.js'

/** Maximum length of a list in a call or its result. More records and their JSON do not fit into the memory of a small server. */
export const MAX_LIST_LENGTH = 10_000

const advice: Readonly<Record<string, string>> = {
  findMany: 'add a condition, or call page',
  updateMany: 'update fewer in one call',
  deleteMany: 'delete fewer in one call, or call clear',
  export: 'conmock export writes all of them',
}

function tooMany(member: string, count: number | string): InvalidOptionError {
  const help = advice[member] ?? 'call it several times'
  return new InvalidOptionError(
    `the admin API returns at most ${MAX_LIST_LENGTH} records of a kind, and ${member} would return ${count}; ${help}`,
  )
}

/**
 * Checks how many records a member of a kind would return, before it is called. Only reads records if the kind has too many.
 *
 * @throws InvalidOptionError If it would return too many, or the condition is invalid.
 */
export function checkResultSize(mock: MockCore, kind: string, member: string, argument?: unknown): void {
  if (member === 'createMany' && typeof argument === 'number' && argument > MAX_LIST_LENGTH)
    throw tooMany(member, argument)
  const { api, records: all } = getInternals(mock)
  const records = all[kind]!
  const count = member in advice ? records.count() : 0
  if (count <= MAX_LIST_LENGTH) return
  if (argument === undefined) throw tooMany(member, count)
  // The member refuses any other condition. A key selects at most one record.
  const hasKey = api.kinds[kind]!.keys.some((key) => key && memberAt(argument, key.path) !== undefined)
  if (!isPlainObject(argument) || hasKey || records.find(argument) === undefined) return
  const isWanted = createTest<unknown>(argument)
  let matching = 0
  if (records.find((record) => isWanted(record) && ++matching > MAX_LIST_LENGTH) !== undefined)
    throw tooMany(member, `more than ${MAX_LIST_LENGTH}`)
}
