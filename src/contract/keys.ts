import type { Problem } from '../common/errors.js'
import { formatPath, memberAt } from '../common/json-path.js'

/**
 * Maximum length of a user id, a role id and a role name. With a longer one, a path or a cursor could exceed the 16 KiB
 * that Node allows for the headers of a request.
 */
const MAX_KEY_LENGTH = 1000

function lengthProblem({ length }: string): string | undefined {
  return length > MAX_KEY_LENGTH
    ? `expected at most ${MAX_KEY_LENGTH} characters, received ${length}`
    : undefined
}

/** URLs remove the segments `.` and `..`, and cannot encode a lone surrogate. */
function userIdProblem(id: string): string | undefined {
  if (id === '') return 'a URL cannot contain an empty id, so no request could get this user'
  if (id === '.' || id === '..')
    return `a URL cannot contain the id "${id}", so no request could get this user`
  if (/\p{Surrogate}/u.test(id)) {
    return 'a URL cannot contain half of a character (a lone surrogate), so no request could get this user'
  }
  return lengthProblem(id)
}

/** The strings that requests use to select records: a user id in the path, a role id or name in the cursor. */
const keys: Readonly<
  Record<string, readonly { path: readonly string[]; problemOf: (key: string) => string | undefined }[]>
> = {
  User: [{ path: ['id'], problemOf: userIdProblem }],
  Volunteer: [{ path: ['user', 'id'], problemOf: userIdProblem }],
  Role: [
    { path: ['id'], problemOf: lengthProblem },
    { path: ['name'], problemOf: lengthProblem },
  ],
}

/**
 * Returns the problems of keys that the API specification allows but no request can use.
 *
 * @param place Path of the record, for messages.
 */
export function keyProblems(name: string, record: unknown, place: readonly PropertyKey[] = []): Problem[] {
  return (keys[name] ?? []).flatMap(({ path, problemOf }) => {
    const key = memberAt(record, path)
    const reason = typeof key === 'string' ? problemOf(key) : undefined
    return reason === undefined ? [] : [{ path: formatPath([...place, ...path]), reason }]
  })
}
