import { compiled, type CompiledApi } from '../../contract/compile.js'
import { encodeParams } from '../../contract/operation.js'
import type { StateExpression } from '../pacts/rules.js'
import { SetupProblem } from '../../common/errors.js'
import type { StateValues } from '../states/definition.js'

const EXPRESSION = /\$\{([^}]*)\}/g

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
  return expression.replaceAll(EXPRESSION, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value !== undefined) return String(value)
    const given = Object.keys(values)
    const known =
      given.length === 0 ? 'the states returned nothing' : `the states returned: ${given.join(', ')}`
    throw new SetupProblem(`no state returned "${name}", which the ${part} of the ${message} needs; ${known}`)
  })
}

/** Returns the names of the values that an expression needs. */
export function namesIn({ expression }: StateExpression): string[] {
  return Array.from(expression.matchAll(EXPRESSION), ([, name]) => name!)
}

/**
 * Replaces the path of the example by the one that the values of states give. The query stays.
 *
 * The verifier would insert the values without encoding, but an id may contain a slash or a question mark.
 *
 * | expression | value | result for `?x=1` |
 * | --- | --- | --- |
 * | `/users/${userId}/volunteer` | `a/b` | `/users/a%2Fb/volunteer?x=1` |
 * | `${link}` | `/users/a/b` | `/users/a/b?x=1` |
 * | `/users/u-${number}` | `7/8` | `/users/u-7/8?x=1` |
 *
 * A value that is a whole segment, or a segment with a suffix such as `.json`, is encoded. A value in another place may be several
 * segments: if the path has one, nothing is encoded.
 */
export function withPathOfStates(
  sent: string,
  expressions: readonly StateExpression[],
  values: StateValues,
): string {
  const expression = expressions.find(({ part }) => part === 'path')
  if (!expression) return sent
  const hasOther = expression.expression.replaceAll(/\/\$\{[^}]*\}(?=[./]|$)/g, '/').includes('${')
  const path = evaluate(expression, hasOther ? values : encodeParams(values), 'request')
  // The query may contain a question mark, too.
  const [, query] = sent.split(/\?(.*)/s)
  return query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** An id in the pact, and the one that a state has found in its place. */
export interface ActualId {
  /** What states call it: `userId`. */
  readonly name: string
  readonly literal: string
  readonly actual: string
}

/** The names that states have for parameters of paths, by the segment in front of each, such as `users`. */
const idNames = compiled(({ operations }) => {
  const all = operations.flatMap(({ path, stateIds = {} }) => {
    const parameters = path.matchAll(/([^/]+)\/:(\w+)/g)
    return Array.from(parameters, ([, segment, name]) => [segment!, stateIds[name!]] as const)
  })
  return new Map(all)
})

/**
 * Replaces the ids of the pact by those that states have found in a real service.
 *
 * | path | ids | result |
 * | --- | --- | --- |
 * | `/api/v0/users/42/volunteer?x=42` | `userId` `42` → `r-1` | `/api/v0/users/r-1/volunteer?x=42` |
 * | `/api/v0/users/v0/volunteer` | `userId` `v0` → `r-1` | `/api/v0/users/r-1/volunteer` |
 *
 * @param ids The newest come first.
 */
export function withActualIds(api: CompiledApi, target: string, ids: readonly ActualId[]): string {
  const [path = '', ...query] = target.split('?')
  const names = idNames(api)
  const segments = path.split('/')
  const start = segments.findIndex((segment) => names.has(segment))
  const left = new Set(ids)
  const actual = segments.map((segment, at) => {
    const name = names.get(segments[at - 1] ?? '')
    const fits = (id: ActualId) => id.literal === segment && (name === undefined || id.name === name)
    const found = at > start ? [...left].find(fits) : undefined
    if (!found) return segment
    left.delete(found)
    return encodeURIComponent(found.actual)
  })
  return [actual.join('/'), ...query].join('?')
}
