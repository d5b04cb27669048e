import { operations } from '../../convention/operations.js'
import type { StateExpression } from '../pacts/rules.js'
import { SetupProblem } from '../common/problem.js'
import type { StateValues } from '../states/definition.js'

/**
 * Evaluates an expression.
 *
 * @example
 * `/users/${userId}` with `{ userId: '42' }` gives `/users/42`
 * @throws SetupProblem If no state returned the value.
 */
export function evaluate(
  { expression, part }: StateExpression,
  values: StateValues,
  message: 'request' | 'response',
): string {
  return expression.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return String(value)
    const given = Object.keys(values)
    const known =
      given.length === 0 ? 'the states returned nothing' : `the states returned: ${given.join(', ')}`
    throw new SetupProblem(`no state returned "${name}", which the ${part} of the ${message} needs; ${known}`)
  })
}

function readQuery(target: string): string {
  return new URL(target, 'http://pact').search
}

/**
 * Encodes the values of states in a path that the verifier has sent. It inserts them without encoding, but an id may contain
 * a slash or a question mark.
 *
 * | expression | value | sent by the verifier | result |
 * | --- | --- | --- | --- |
 * | `/users/${userId}/volunteer` | `a/b` | `/users/a/b/volunteer?x=1` | `/users/a%2Fb/volunteer?x=1` |
 * | `/users/${userId}/volunteer` | `a?b` | `/users/a?b/volunteer&x=1` | `/users/a%3Fb/volunteer?x=1` |
 * | `${link}` | `/users/a/b` | `/users/a/b?x=1` | `/users/a/b?x=1` |
 * | `/users/u-${number}` | `7/8` | `/users/u-7/8` | `/users/u-7/8` |
 *
 * Only a value that is a whole segment is known to be one. With any other value in the path, nothing changes.
 */
export function withEncodedValues(
  sent: string,
  expressions: readonly StateExpression[],
  values: StateValues,
): string {
  const expression = expressions.find(({ part }) => part === 'path')
  if (!expression) return sent
  const others = expression.expression.replaceAll(/\/\$\{[^}]*\}(?=\/|$)/g, '/')
  if (others.includes('${')) return sent
  const encoded = Object.entries(values).map(([name, value]) => [name, encodeURIComponent(String(value))])
  const path = evaluate(expression, Object.fromEntries(encoded), 'request')
  // What follows a question mark in a value is not a part of the query.
  const ofValue = readQuery(evaluate(expression, values, 'request'))
  const query = readQuery(sent).slice(ofValue.length)
  return path + query.replace(/^&?(?=.)/, ofValue === '' ? '' : '?')
}

/** The segments of the API's paths that an id follows, such as `users`. */
const beforeIds = new Set(
  Object.values(operations).flatMap(({ path }) => /([^/]+)\/:id/.exec(path)?.[1] ?? []),
)

/**
 * Replaces an id of the pact by the id that a state has found in a real service.
 *
 * | path | ids | result |
 * | --- | --- | --- |
 * | `/api/v0/users/42/volunteer?x=42` | `42` → `r-1` | `/api/v0/users/r-1/volunteer?x=42` |
 * | `/api/v0/users/v0/volunteer` | `v0` → `r-1` | `/api/v0/users/r-1/volunteer` |
 *
 * @param ids The ids in the pact, with the actual ids.
 */
export function withActualIds(target: string, ids: ReadonlyMap<string, string>): string {
  const [path = '', ...query] = target.split('?')
  const segments = path.split('/')
  const start = segments.findIndex((segment) => beforeIds.has(segment))
  const index = segments.findIndex((id, at) => at > start && ids.has(id))
  if (index !== -1) segments[index] = encodeURIComponent(ids.get(segments[index]!)!)
  return [segments.join('/'), ...query].join('?')
}
