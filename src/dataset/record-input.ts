import { OptionError } from '../contract/errors.js'
import { copyOf } from './copy.js'
import type { DeepPartial, Where } from './matches.js'
import { isMembers } from '../contract/members.js'

const MOST_CREATED = 1_000_000

/** The id in what names a record, if there is one. */
export function idIn(where: unknown): string | undefined {
  if (typeof where === 'string') return where
  const id = typeof where === 'object' && where !== null ? (where as { id?: unknown }).id : undefined
  return typeof id === 'string' ? id : undefined
}

/** @throws OptionError For what can name no record. */
export function checkedWhere<T>(where: Where<T>): Where<T> {
  if (typeof where === 'string' || typeof where === 'function' || isMembers(where)) return copyOf(where)
  throw new OptionError(
    'records are named by an id, by an object with members that they have, or by a predicate',
  )
}

/** @throws OptionError For what is neither a list nor a number of records. */
export function checkedPartials<T>(
  list: number | readonly DeepPartial<T>[],
  partial: unknown,
): readonly DeepPartial<T>[] {
  if (Array.isArray(list)) return copyOf(list)
  if (!Number.isInteger(list) || Number(list) < 0 || Number(list) > MOST_CREATED) {
    throw new OptionError(`createMany takes a list of partials, or a number from 0 to ${MOST_CREATED}`)
  }
  if (partial !== undefined && typeof partial !== 'function') {
    throw new OptionError(
      'the second argument of createMany must be a function that makes the partial of each record',
    )
  }
  const make = partial as ((index: number) => DeepPartial<T>) | undefined
  return Array.from({ length: Number(list) }, (_, index) => copyOf(make?.(index) ?? ({} as DeepPartial<T>)))
}
