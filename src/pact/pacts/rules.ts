import { isPlainObject, memberOf, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { valueAt } from '../common/verifier-path.js'

export interface BodyRule {
  /** The JSON path, for example `$.departments[*].id`. */
  readonly path: string
  /** The names of the matchers, for example `type` and `regex`. */
  readonly matchers: readonly string[]
  /** For a rule in a variant of `arrayContains`: the path in the element. `path` is the path of the list. */
  readonly variantPath?: string
  /** For a rule in a variant of `arrayContains`: the example at `variantPath`. */
  readonly inVariant?: unknown
}

/** A value in a request or response that a provider state returns. */
export interface StateExpression {
  readonly part: 'path' | 'query' | 'header' | 'body' | 'status'
  /** The name of the header or parameter, or the JSON path. */
  readonly place: string
  /** For example `/api/v0/users/${userId}/volunteer`. */
  readonly expression: string
}

export function matcherNames(rule: PlainObject): string[] {
  return objectsIn(rule['matchers'] ?? [rule]).flatMap(({ match, regex }) => {
    if (typeof match === 'string') return [match]
    // In version 2, a rule with a `regex` may have no name.
    return typeof regex === 'string' ? ['regex'] : []
  })
}

/** Returns the rules inside a rule: the rules of `eachValue`, and the rules of the variants of `arrayContains`. */
function innerRules(path: string, rule: PlainObject, example: unknown): BodyRule[] {
  return objectsIn(rule['matchers']).flatMap(({ match, rules, variants }): BodyRule[] => {
    if (match === 'eachValue' && Array.isArray(rules)) {
      return [{ path: `${path}[*]`, matchers: matcherNames({ matchers: rules }) }]
    }
    if (match !== 'arrayContains') return []
    return objectsIn(variants).flatMap((variant) =>
      objectEntries(memberOf(variant, 'rules')).map(([place, inner]) => ({
        path,
        matchers: matcherNames(inner),
        variantPath: place,
        inVariant: valueAt(example, `${path}[${Number(variant['index'])}]${place.slice(1)}`),
      })),
    )
  })
}

function objectEntries(object: PlainObject): [name: string, member: PlainObject][] {
  return Object.entries(object).flatMap(([name, member]) => (isPlainObject(member) ? [[name, member]] : []))
}

/** Returns the rules for the body of a response. In version 2, a path is `$.body.id`. Since version 3, it is `$.id` in `body`. */
export function bodyRulesOf(response: PlainObject, example: unknown): BodyRule[] {
  const inOne = objectEntries(memberOf(response, 'matchingRules')).flatMap(
    ([path, rule]): [string, PlainObject][] =>
      path.startsWith('$.body') ? [[`$${path.slice('$.body'.length)}`, rule]] : [],
  )
  const ofBody = objectEntries(memberOf(memberOf(response, 'matchingRules'), 'body'))
  return [...ofBody, ...inOne].flatMap(([path, rule]) => [
    { path, matchers: matcherNames(rule) },
    ...innerRules(path, rule, example),
  ])
}

export function stateExpressionsOf(message: PlainObject): StateExpression[] {
  const parts = ['path', 'query', 'header', 'body', 'status'] as const
  return parts.flatMap((part) => {
    const found = memberOf(memberOf(message, 'generators'), part)
    const generators = found['type'] === 'ProviderState' ? [['', found] as const] : objectEntries(found)
    return generators
      .filter(([, { type }]) => type === 'ProviderState')
      .map(([place, { expression }]) => ({ part, place, expression: String(expression) }))
  })
}
