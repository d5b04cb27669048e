import { isPlainObject, readMember, objectsIn, type PlainObject } from '../../common/plain-object.js'
import { asText, didYouMean, preview } from '../../common/text.js'
import { valueAt } from '../common/verifier-path.js'

/** A matching rule in one form for all versions of the Pact specification. */
interface Rule {
  /** For example `body`. */
  readonly part: string
  /** The JSON path, or the name of the header or parameter. Empty for the path and the status. */
  readonly path: string
  readonly matchers: readonly PlainObject[]
  /** Whether every matcher must match. */
  readonly isAll: boolean
}

export interface BodyRule {
  /** The JSON path, for example `$.departments[*].id`. */
  readonly path: string
  /** The names of the matchers, for example `type` and `regex`. */
  readonly matchers: readonly string[]
  /** Minimum and maximum length of a list. */
  readonly bounds?: { readonly min: number; readonly max: number }
  /** For a rule in a variant of `arrayContains`: the path in the element. `path` is the path of the list. */
  readonly variantPath?: string
  /** For a rule in a variant of `arrayContains`: the example at `variantPath`. */
  readonly inVariant?: unknown
}

/** A value in a request or response that a provider state returns. */
export interface StateExpression {
  readonly part: 'path' | 'query' | 'header' | 'body' | 'status'
  /** The name of the header or parameter, or the JSON path. */
  readonly path: string
  /** For example `/api/v0/users/${userId}`. */
  readonly expression: string
}

function objectEntries(object: PlainObject): [name: string, member: PlainObject][] {
  return Object.entries(object).flatMap(([name, member]) => (isPlainObject(member) ? [[name, member]] : []))
}

function matchersOf(rule: PlainObject): PlainObject[] {
  return objectsIn(rule['matchers'] ?? [rule])
}

function createRule(part: string, path: string, rule: PlainObject): Rule {
  return { part, path, matchers: matchersOf(rule), isAll: rule['combine'] !== 'OR' }
}

/** Reads the rules of a message. In version 2, a path is `$.body.id`. Since version 3, it is `$.id` in `body`. */
function readRules(message: PlainObject): Rule[] {
  return objectEntries(readMember(message, 'matchingRules')).flatMap(([key, value]) => {
    const [, part, path = ''] = /^\$\.(path|query|header|body|status)s?(.*)$/s.exec(key) ?? []
    if (part !== undefined) return [createRule(part, part === 'body' ? `$${path}` : path, value)]
    if (Array.isArray(value['matchers'])) return [createRule(key, '', value)]
    return objectEntries(value).map(([inside, rule]) => createRule(key, inside, rule))
  })
}

/** The parts of a message that have rules. A name that the verifier does not know would lose the rules. */
const partsWithRules = ['path', 'query', 'header', 'headers', 'body', 'status']

/** The matchers of the verifier, with the members that each of them needs. */
const membersOfMatchers: { readonly [name: string]: readonly string[] } = {
  equality: [],
  regex: ['regex'],
  type: [],
  number: [],
  integer: [],
  decimal: [],
  real: [],
  boolean: [],
  null: [],
  timestamp: [],
  datetime: [],
  date: [],
  time: [],
  min: ['min'],
  max: ['max'],
  'min-type': ['min'],
  'max-type': ['max'],
  'min-max-type': ['min', 'max'],
  include: ['value'],
  contentType: ['value'],
  arrayContains: ['variants'],
  values: [],
  statusCode: ['status'],
  notEmpty: [],
  semver: [],
  eachKey: ['rules'],
  eachValue: ['rules'],
}

/** Returns the name of a matcher in one spelling: `eachValue`, also for `each-value`. In version 2, it may have none. */
function readName(matcher: PlainObject): string | undefined {
  const { match } = matcher
  if (match !== undefined) {
    const name = asText(match)
    const inCamelCase = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    return Object.hasOwn(membersOfMatchers, inCamelCase) ? inCamelCase : name
  }
  return ['regex', 'min', 'max', 'timestamp', 'date', 'time'].find((name) => name in matcher)
}

function readNames(matchers: readonly PlainObject[]): string[] {
  return matchers.flatMap((matcher) => readName(matcher) ?? [])
}

/** The paths that the verifier can read: `$.departments[*]['odd name']`. */
const PATH = /^\$(?:\.[\p{L}\p{N}_:#@-]+|\.\*|\[(?:\d+|\*)\]|\['[^']+'\])*$/u

function bound(value: unknown, otherwise: number): number {
  return value === undefined ? otherwise : Number(asText(value))
}

function readBounds({ min, max }: PlainObject): NonNullable<BodyRule['bounds']> {
  return { min: bound(min, 0), max: bound(max, Infinity) }
}

const statusClasses: readonly unknown[] = [
  'info',
  'success',
  'redirect',
  'clientError',
  'serverError',
  'nonError',
  'error',
]

/** Returns the matchers of a variant of `arrayContains`. */
function matchersIn(variant: PlainObject): PlainObject[] {
  return objectEntries(readMember(variant, 'rules')).flatMap(([, rule]) => matchersOf(rule))
}

function whyUnusable(matcher: PlainObject): string | undefined {
  const name = readName(matcher)
  if (name === undefined) return 'a matcher has no "match"'
  const needed = Object.hasOwn(membersOfMatchers, name) ? membersOfMatchers[name] : undefined
  if (!needed) {
    return `the matcher "${preview(name)}" does not exist${didYouMean(name, Object.keys(membersOfMatchers))}`
  }
  const missing = needed.find((member) => !(member in matcher))
  if (missing !== undefined) return `the matcher "${name}" has no "${missing}"`
  const { status } = matcher
  if (name === 'statusCode' && !Array.isArray(status) && !statusClasses.includes(status))
    return `the matcher "${name}" needs a list in "status", or one of: ${statusClasses.join(', ')}`
  const { min, max } = readBounds(matcher)
  if (!(min >= 0 && max >= min)) return `the matcher "${name}" has a wrong "min" or "max"`
  const list = needed.find((member) => member === 'rules' || member === 'variants')
  if (list === undefined) return undefined
  const inner = matcher[list]
  if (!Array.isArray(inner) || !inner.every(isPlainObject))
    return `the matcher "${name}" needs a list of objects in "${list}"`
  return (list === 'variants' ? inner.flatMap(matchersIn) : inner)
    .map(whyUnusable)
    .find((why) => why !== undefined)
}

/**
 * Finds a rule that the verifier cannot read. It would ignore the whole document.
 *
 * @returns What is wrong, with the part, the path and the matcher; `undefined` if all rules are right.
 */
export function findUnusableRule(message: PlainObject): string | undefined {
  for (const { part, path, matchers } of readRules(message)) {
    const where = [`matchingRules.${part}`, path].filter((text) => text !== '').join(' ')
    if (!partsWithRules.includes(part)) return `${where}: there is no such part${didYouMean(part, partsWithRules)}`
    if (part === 'body' && !PATH.test(path)) return `${where}: this is not a path`
    const [why] = matchers.flatMap((matcher) => whyUnusable(matcher) ?? [])
    if (why !== undefined) return `${where}: ${why}`
  }
  return undefined
}

/** Returns the names of the matchers for the status. */
export function readStatusMatchers(response: PlainObject): string[] {
  return readNames(readRules(response).flatMap(({ part, matchers }) => (part === 'status' ? matchers : [])))
}

/** Returns the rules inside a rule: the rules of `eachValue`, and the rules of the variants of `arrayContains`. */
function innerRules({ path, matchers }: Rule, example: unknown): BodyRule[] {
  return matchers.flatMap((matcher): BodyRule[] => {
    const name = readName(matcher)
    const { rules, variants } = matcher
    if (name === 'eachValue' && Array.isArray(rules)) {
      return [{ path: `${path}[*]`, matchers: readNames(objectsIn(rules)) }]
    }
    if (name !== 'arrayContains') return []
    return objectsIn(variants).flatMap((variant) =>
      objectEntries(readMember(variant, 'rules')).map(([inside, inner]) => ({
        path,
        matchers: readNames(matchersOf(inner)),
        variantPath: inside,
        inVariant: valueAt(example, `${path}[${Number(variant['index'])}]${inside.slice(1)}`),
      })),
    )
  })
}

/** Returns the rules for the body of a response. */
export function readBodyRules(response: PlainObject, example: unknown): BodyRule[] {
  return readRules(response).flatMap((rule) => {
    if (rule.part !== 'body') return []
    const { path, matchers, isAll } = rule
    const all = matchers.map(readBounds)
    const bounds = {
      min: Math.max(0, ...all.map(({ min }) => min)),
      max: Math.min(...all.map(({ max }) => max)),
    }
    return [
      { path, matchers: readNames(matchers), ...(isAll ? { bounds } : {}) },
      ...innerRules(rule, example),
    ]
  })
}

export function readStateExpressions(message: PlainObject): StateExpression[] {
  const parts = ['path', 'query', 'header', 'body', 'status'] as const
  return parts.flatMap((part) => {
    const found = readMember(readMember(message, 'generators'), part)
    const generators = found['type'] === 'ProviderState' ? [['', found] as const] : objectEntries(found)
    return generators
      .filter(([, { type }]) => type === 'ProviderState')
      .map(([path, { expression }]) => ({ part, path, expression: String(expression) }))
  })
}
