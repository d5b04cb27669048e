import * as z from 'zod/mini'
import { DataError, type Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'
import { keyProblems } from '../contract/keys.js'
import { isObject, isPlainObject, type PlainObject } from '../common/plain-object.js'
import type { Role, User, Volunteer } from '../contract/resources.js'
import { roleSchema } from '../contract/resources/role.js'
import { userSchema } from '../contract/resources/user.js'
import { volunteerSchema } from '../contract/resources/volunteer.js'
import { check, unwrapped, validate } from '../common/validate.js'
import { builtId, type Complete } from './complete.js'
import type { Dataset } from './dataset.js'
import { completeVolunteer } from './kinds/complete-volunteer.js'
import { completeRole } from './kinds/role.js'
import { completeUser } from './kinds/user.js'
import type { DeepPartial } from './where.js'

/** All records of a mock as JSON: the result of `mock.export()`. */
export interface WorldData {
  /** Version of the format. */
  readonly format: 'conmock-1'
  /** The volunteer records with their users, in the order of creation. */
  readonly volunteers: readonly Volunteer[]
  /** The users without a volunteer record, in the order of creation. */
  readonly users: readonly User[]
  /** The roles, in the order of creation. */
  readonly roles: readonly Role[]
}

/** The option `data` of a mock: partial records. Missing fields are generated, as by `create`. */
export type WorldDataInput =
  | {
      /** Path of the JSON Schema, for editors: `./node_modules/conmock/data.schema.json`. */
      readonly $schema?: string | undefined
      /** Version of the format. */
      readonly format?: 'conmock-1' | undefined
      /** The volunteer records with their users. */
      readonly volunteers?: readonly DeepPartial<Volunteer>[] | undefined
      /** The users without a volunteer record. */
      readonly users?: readonly DeepPartial<User>[] | undefined
      /** The roles. */
      readonly roles?: readonly DeepPartial<Role>[] | undefined
    }
  | ImportedJson

/** The type that TypeScript infers for an imported JSON file. Its content is checked at run time. */
interface ImportedJson {
  readonly $schema?: string
  readonly format?: string
  readonly volunteers?: readonly object[]
  readonly users?: readonly object[]
  readonly roles?: readonly object[]
}

/** Schema of a data file after missing fields are added. */
export const worldDataSchema = z.object({
  $schema: z.optional(z.string()),
  format: z.optional(z.literal('conmock-1')),
  volunteers: z.optional(z.array(volunteerSchema)),
  users: z.optional(z.array(userSchema)),
  roles: z.optional(z.array(roleSchema)),
})

type Path = readonly (string | number)[]

/** Finds all strings at the given paths. A path starts with the name of a list: `['volunteers', 'user', 'id']`. */
function stringsAt(input: unknown, ...paths: readonly Path[]): { path: Path; text: string }[] {
  return paths.flatMap(([list, ...rest]) => {
    const items = memberAt(input, [list!])
    if (!Array.isArray(items)) return []
    return items.flatMap((item, index) => {
      const text = memberAt(item, rest)
      return typeof text === 'string' ? [{ path: [list!, index, ...rest], text }] : []
    })
  })
}

/** Paths of the values that must be unique, with their name for messages. */
const uniquePlaces: readonly (readonly [string, ...Path[]])[] = [
  ['the volunteer id', ['volunteers', 'id']],
  ['the user id', ['volunteers', 'user', 'id'], ['users', 'id']],
  ['the role id', ['roles', 'id']],
  ['the role name', ['roles', 'name']],
]

/** Finds duplicates in the original input, so that they are reported together with all other problems. */
function repetitions(input: unknown): Problem[] {
  return uniquePlaces.flatMap(([what, ...paths]) => {
    const first = new Map<string, string>()
    return stringsAt(input, ...paths).flatMap(({ path, text }) => {
      const before = first.get(text)
      if (before === undefined) first.set(text, formatPath(path))
      return before === undefined
        ? []
        : [{ path: formatPath(path), reason: `${what} "${text}" is already at ${before}` }]
    })
  })
}

/** Finds records in the original input whose keys no request can use. */
function unreachable(input: unknown): Problem[] {
  const lists = { volunteers: 'Volunteer', users: 'User', roles: 'Role' }
  return Object.entries(lists).flatMap(([list, name]) => {
    const items = memberAt(input, [list])
    if (!Array.isArray(items)) return []
    return items.flatMap((item, index) => keyProblems(name, item, [list, index]))
  })
}

/**
 * Sets absent optional fields of complete objects to `undefined`, so that they are not generated. An object is complete if it
 * has all required fields. JSON has no other way to omit an optional field.
 */
function keepComplete(schema: unknown, value: unknown): unknown {
  const known = unwrapped(schema)
  if (known instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => keepComplete(known.def.element, item))
  }
  if (!(known instanceof z.ZodMiniObject) || !isPlainObject(value)) return value
  const fields = Object.entries(known.shape as Record<string, unknown>)
  const isComplete = fields.every(
    ([name, field]) => field instanceof z.ZodMiniOptional || value[name] !== undefined,
  )
  const kept = fields.flatMap(([name, field]) =>
    isComplete || Object.hasOwn(value, name) ? [[name, keepComplete(field, value[name])] as const] : [],
  )
  return { ...value, ...Object.fromEntries(kept) }
}

/** Adds missing fields. The same input and seed give the same result. */
function completeWorld(input: unknown, seed: number): unknown {
  if (!isPlainObject(input)) return input
  const [volunteerIds = new Set(), userIds = new Set(), roleIds = new Set(), roleNames = new Set()] =
    uniquePlaces.map(([, ...paths]) => new Set(stringsAt(input, ...paths).map(({ text }) => text)))
  let nextIndex = 0

  /** Returns factory options whose ids are not in the input. */
  function nextOptions(): { seed: number; index: number } {
    for (;;) {
      const options = { seed, index: nextIndex++ }
      const isTaken =
        userIds.has(builtId('user', options)) ||
        volunteerIds.has(builtId('volunteer', options)) ||
        roleIds.has(builtId('role', options))
      if (!isTaken) return options
    }
  }

  function completeList(list: unknown, schema: z.ZodMiniType, complete: Complete): unknown {
    if (!Array.isArray(list)) return list
    return list.map((item: unknown) =>
      check(schema, item).issues.length === 0 ? item : complete(keepComplete(schema, item), nextOptions()),
    )
  }

  function completeUniqueRole(partial: unknown, options: { seed: number; index: number }): unknown {
    const role = completeRole(partial, options)
    if (!isPlainObject(partial) || partial['name'] !== undefined) return role
    const { name } = role as PlainObject
    return roleNames.has(String(name)) ? completeUniqueRole(partial, nextOptions()) : role
  }

  const complete = {
    volunteers: completeList(input['volunteers'], volunteerSchema, completeVolunteer),
    users: completeList(input['users'], userSchema, completeUser),
    roles: completeList(input['roles'], roleSchema, completeUniqueRole as Complete),
  }
  return { ...input, ...complete }
}

/**
 * Reads all records from JSON. Adds missing fields, checks them against the API specification, and checks uniqueness.
 *
 * @param options.source Where the data come from, for messages: for example the name of a file.
 * @throws DataError With the JSON path of every problem.
 */
export function parseData(
  input: unknown,
  options: { readonly seed?: number; readonly source?: string } = {},
): WorldData {
  const { seed = 1, source = 'data' } = options
  // A Map has no members, so it would pass as a world of nothing.
  if (isObject(input) && !Array.isArray(input) && !isPlainObject(input)) {
    throw new DataError(source, [{ path: '$', reason: 'expected a plain object' }])
  }
  const { problems, value } = validate(worldDataSchema, completeWorld(input, seed))
  const all = [...problems, ...repetitions(input), ...unreachable(input)]
  if (all.length > 0) throw new DataError(source, all)
  const { volunteers = [], users = [], roles = [] } = value ?? {}
  return { format: 'conmock-1', volunteers, users, roles }
}

function* usersWithoutRecord({ users, volunteers }: Dataset): Generator<User> {
  for (const user of users.inOrderOfCreation()) if (!volunteers.getByKey(user.id)) yield user
}

/** Iterates over all current records, in the order of creation. */
export function exportLists(dataset: Dataset): {
  readonly volunteers: Iterable<Volunteer>
  readonly users: Iterable<User>
  readonly roles: Iterable<Role>
} {
  return {
    volunteers: dataset.volunteers.inOrderOfCreation(),
    users: usersWithoutRecord(dataset),
    roles: dataset.roles.inOrderOfCreation(),
  }
}

/** Copies records one by one, because the JSON of a large world is too long for one string. */
function copies<T>(records: Iterable<T>): T[] {
  return Array.from(records, (record) => JSON.parse(JSON.stringify(record)) as T)
}

/** Returns a copy of all current records. */
export function exportData(dataset: Dataset): WorldData {
  const { volunteers, users, roles } = exportLists(dataset)
  return { format: 'conmock-1', volunteers: copies(volunteers), users: copies(users), roles: copies(roles) }
}
