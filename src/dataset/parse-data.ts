import * as z from 'zod'
import { DataError, type Problem } from '../contract/errors.js'
import { roleSchema, userSchema, volunteerSchema } from '../contract/schemas.js'
import { isObject } from '../contract/members.js'
import { formatPath, validate } from './parse.js'
import type { WorldData } from './world-data.js'

const worldDataSchema = z.object({
  format: z.literal('conmock-1').optional(),
  volunteers: z.array(volunteerSchema).optional(),
  users: z.array(userSchema).optional(),
  roles: z.array(roleSchema).optional(),
})

type Path = readonly (string | number)[]

function member(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}

/** Every place in the input that `list[n].path` names, for the lists given, where it holds a string. */
function places(input: unknown, ...lists: readonly Path[]): { path: Path; key: string }[] {
  return lists.flatMap(([list, ...rest]) => {
    const items = member(input, [list!])
    if (!Array.isArray(items)) return []
    return items.flatMap((item, index) => {
      const key = member(item, rest)
      return typeof key === 'string' ? [{ path: [list!, index, ...rest], key }] : []
    })
  })
}

function repeated(what: string, entries: readonly { path: Path; key: string }[]): Problem[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ path, key }) => {
    const before = first.get(key)
    if (before === undefined) first.set(key, formatPath(path))
    return before === undefined
      ? []
      : [{ path: formatPath(path), reason: `${what} "${key}" is already at ${before}` }]
  })
}

/** Looked for in the input as it came, so that these problems show together with all the others. */
function repetitions(input: unknown): Problem[] {
  return [
    ...repeated('the volunteer id', places(input, ['volunteers', 'id'])),
    ...repeated('the user id', places(input, ['volunteers', 'user', 'id'], ['users', 'id'])),
    ...repeated('the role id', places(input, ['roles', 'id'])),
    ...repeated('the role name', places(input, ['roles', 'name'])),
  ]
}

/**
 * A whole world from JSON: checked against the document, and for ids and role names that must be unique.
 *
 * @param source What the data were read from, for the messages: a file's name.
 * @throws DataError With every problem in the data, each with its JSON path.
 */
export function parseData(input: unknown, source = 'data'): WorldData {
  const { problems, value } = validate(worldDataSchema, input)
  const all = [...problems, ...repetitions(input)]
  if (all.length > 0) throw new DataError(source, all)
  const { volunteers = [], users = [], roles = [] } = value ?? {}
  return { format: 'conmock-1', volunteers, users, roles }
}
