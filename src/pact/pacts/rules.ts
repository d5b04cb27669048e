import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { valueAt } from '../verification/verifier-path.js'

/** The matchers of a pact for one JSON path in a body. */
export interface BodyRule {
  /** `$.departments[*].id` */
  readonly path: string
  /** For example `type` and `regex`. */
  readonly matchers: readonly string[]
  /** For a rule within a variant of `arrayContains`: its path in the element, and the example there. `path` is the list. */
  readonly variantPath?: string
  readonly inVariant?: unknown
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
  return matchers.filter(isPlainObject).flatMap(({ match, regex }) => {
    if (typeof match === 'string') return [match]
    // Version 2 knew a rule without a name.
    return typeof regex === 'string' ? ['regex'] : []
  })
}

/** The rules within a rule: those for each value of `eachValue`, and those of the variants of `arrayContains`. */
function innerRules(path: string, rule: unknown, example: unknown): BodyRule[] {
  const matchers: unknown = isPlainObject(rule) ? rule['matchers'] : undefined
  if (!Array.isArray(matchers)) return []
  return matchers.filter(isPlainObject).flatMap(({ match, rules, variants }): BodyRule[] => {
    if (match === 'eachValue' && Array.isArray(rules)) {
      return [{ path: `${path}[*]`, matchers: matcherNames({ matchers: rules }) }]
    }
    if (match !== 'arrayContains' || !Array.isArray(variants)) return []
    return variants.filter(isPlainObject).flatMap(({ index, rules: own }) =>
      membersOf(own).map(([place, inner]) => ({
        path,
        matchers: matcherNames(inner),
        variantPath: place,
        inVariant: valueAt(example, `${path}[${Number(index)}]${place.slice(1)}`),
      })),
    )
  })
}

/** The rules for a response's body, in the form of every version: `$.body.id` in version 2, `body`, `$.id` since. */
export function bodyRulesOf({ matchingRules }: PlainObject, example: unknown): BodyRule[] {
  const ofBody = isPlainObject(matchingRules) ? matchingRules['body'] : undefined
  const inOne = membersOf(matchingRules).flatMap(([path, rule]): [string, unknown][] =>
    path.startsWith('$.body') ? [[`$${path.slice('$.body'.length)}`, rule]] : [],
  )
  return [...membersOf(ofBody), ...inOne].flatMap(([path, rule]) => [
    { path, matchers: matcherNames(rule) },
    ...innerRules(path, rule, example),
  ])
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
