import type { Problem } from './errors.js'
import { formatPath, memberAt } from './json-path.js'

/**
 * Limit on the length of a user id, a role id and a role name. A path or a cursor with a longer one could exceed the 16 KiB
 * that Node allows for the head of a request.
 */
const MAX_KEY_LENGTH = 1000

function lengthProblem({ length }: string): string | undefined {
  return length > MAX_KEY_LENGTH
    ? `expected at most ${MAX_KEY_LENGTH} characters, received ${length}`
    : undefined
}

/** A URL drops the segments `.` and `..`, and cannot encode half of a character. */
function userIdProblem(id: string): string | undefined {
  if (id === '') return 'no URL can hold an empty id, so no request could ask for this user'
  if (id === '.' || id === '..')
    return `no URL can hold the id "${id}", so no request could ask for this user`
  if (/\p{Surrogate}/u.test(id)) {
    return 'no URL can hold half of a character (a lone surrogate), so no request could ask for this user'
  }
  return lengthProblem(id)
}

/** The strings by which requests name records: a user in the path, a role in the cursor. */
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
 * Returns what makes a record unreachable for requests, although the API specification allows it.
 *
 * @param place The path of the record, for messages.
 */
export function keyProblems(name: string, record: unknown, place: readonly PropertyKey[] = []): Problem[] {
  return (keys[name] ?? []).flatMap(({ path, problemOf }) => {
    const key = memberAt(record, path)
    const reason = typeof key === 'string' ? problemOf(key) : undefined
    return reason === undefined ? [] : [{ path: formatPath([...place, ...path]), reason }]
  })
}
