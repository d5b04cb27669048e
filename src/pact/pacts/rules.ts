import { isPlainObject, type PlainObject } from '../../contract/plain-object.js'

/** The matchers of a pact for one JSON path in a body. */
export interface BodyRule {
  /** `$.departments[*].id` */
  readonly path: string
  /** For example `type` and `regex`. */
  readonly matchers: readonly string[]
}

/** A value in a request or response that a provider state returns. */
export interface StateExpression {
  readonly part: 'path' | 'query' | 'header' | 'body' | 'status'
  /** The name of the header or parameter, or the JSON path. */
  readonly place: string
  /** `/api/v0/users/${userId}/volunteer` */
  readonly expression: string
}

function membersOf(value: unknown): [string, unknown][] {
  return isPlainObject(value) ? Object.entries(value) : []
}

function matcherNames(rule: unknown): string[] {
  if (!isPlainObject(rule)) return []
  const matchers: unknown = rule['matchers'] ?? [rule]
  if (!Array.isArray(matchers)) return []
  return matchers.flatMap((matcher) =>
    isPlainObject(matcher) && typeof matcher['match'] === 'string' ? [matcher['match']] : [],
  )
}

/** Reads the matching rules for a body: `$.body.id` in version 2, `$.id` inside `body` since version 3. */
export function bodyRulesOf({ matchingRules }: PlainObject): BodyRule[] {
  const ofBody = isPlainObject(matchingRules) ? matchingRules['body'] : undefined
  const inOne = membersOf(matchingRules).flatMap(([path, rule]): [string, unknown][] =>
    path.startsWith('$.body') ? [[`$${path.slice('$.body'.length)}`, rule]] : [],
  )
  return [...membersOf(ofBody), ...inOne].map(([path, rule]) => ({ path, matchers: matcherNames(rule) }))
}

function expressionOf(generator: unknown): string | undefined {
  if (!isPlainObject(generator) || generator['type'] !== 'ProviderState') return undefined
  return String(generator['expression'])
}

/** Reads which values of a request or response come from provider states. */
export function stateExpressionsOf({ generators }: PlainObject): StateExpression[] {
  const parts = ['path', 'query', 'header', 'body', 'status'] as const
  return parts.flatMap((part) => {
    const found: unknown = isPlainObject(generators) ? generators[part] : undefined
    const whole = expressionOf(found)
    if (whole !== undefined) return [{ part, place: '', expression: whole }]
    return membersOf(found).flatMap(([place, generator]) => {
      const expression = expressionOf(generator)
      return expression === undefined ? [] : [{ part, place, expression }]
    })
  })
}
