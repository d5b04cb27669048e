import * as z from 'zod/mini'
import { descriptions, isoDateSchema, phoneSchema } from '../../contract/schemas.js'

/** A matcher in Pact's integration JSON, of conmock or of `MatchersV3` of `@pact-foundation/pact`. */
export interface PactMatcher {
  readonly 'pact:matcher:type': string
}

/** A value that the pact compares by a rule, with an example of it. */
export interface ValueMatcher<Value> extends PactMatcher {
  readonly value: Value
}

/** A text of a form. */
export interface TextMatcher extends ValueMatcher<string> {
  readonly regex: string
}

/** A list that is not empty, whose elements are all alike. */
export interface ListMatcher extends ValueMatcher<readonly unknown[]> {
  readonly min: number
}

/** A list that has, in any order and among others, an element like each of these. */
export interface ContainsMatcher extends PactMatcher {
  readonly variants: readonly unknown[]
}

/** Whether a value is a matcher, and no example. */
export function isMatcher(value: unknown): value is PactMatcher {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'pact:matcher:type')
}

/** Any value of the same type. */
export function sameType<Value>(value: Value): ValueMatcher<Value> {
  return { 'pact:matcher:type': 'type', value }
}

/** This value and no other, whatever the rules around it. */
export function exactly<Value>(value: Value): ValueMatcher<Value> {
  return { 'pact:matcher:type': 'equality', value }
}

export function atLeastOne(examples: readonly unknown[]): ListMatcher {
  return { 'pact:matcher:type': 'type', min: 1, value: examples }
}

export function containing(variants: readonly unknown[]): ContainsMatcher {
  return { 'pact:matcher:type': 'arrayContains', variants }
}

/** Pact's regular expressions are Rust's, where `\d` is a digit of any script. */
function ofForm(regex: string, value: string): TextMatcher {
  return { 'pact:matcher:type': 'regex', regex: regex.replaceAll(String.raw`\d`, '[0-9]'), value }
}

/** One of these words. */
export function oneOf(words: readonly string[], value: string): TextMatcher {
  const escaped = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return ofForm(`^(?:${escaped.join('|')})$`, value)
}

function exampleOf(schema: z.ZodMiniType): string {
  return String(descriptions.get(schema)?.examples?.[0])
}

/** What `isIso8601` takes, in one of the two formats of the standard. */
function isoFormat(dash: '-' | '', colon: ':' | ''): string {
  const monthAndDay = [
    String.raw`(?:0[13578]|1[02])${dash}(?:0[1-9]|[12]\d|3[01])`,
    String.raw`(?:0[469]|11)${dash}(?:0[1-9]|[12]\d|30)`,
    String.raw`02${dash}(?:0[1-9]|[12]\d)`,
  ].join('|')
  const hour = String.raw`(?:[01]\d|2[0-3])`
  const minute = String.raw`${colon}[0-5]\d`
  const time = String.raw`${hour}(?:${minute}(?:${colon}(?:[0-5]\d|60))?)?(?:[.,]\d+)?`
  const midnight = `24(?:${colon}00(?:${colon}00)?)?(?:[.,]0+)?`
  const offset = `(?:Z|[+-]${hour}(?:${minute})?)?`
  return String.raw`\d{4}${dash}(?:${monthAndDay})(?:T(?:${time}|${midnight})${offset})?`
}

/** No regular expression knows the calendar: 29 February passes in every year. */
const isoDatePattern = `^(?:${isoFormat('-', ':')}|${isoFormat('', '')})$`

export function isoDate(example: string = exampleOf(isoDateSchema)): TextMatcher {
  return ofForm(isoDatePattern, example)
}

export function e164(example: string = exampleOf(phoneSchema)): TextMatcher {
  return ofForm(z.toJSONSchema(phoneSchema).pattern!, example)
}

/** The matcher of a text, by what the contract says of it. */
export function likeText(schema: z.ZodMiniString, example: string): PactMatcher {
  if (schema === isoDateSchema) return isoDate(example)
  const { pattern } = z.toJSONSchema(schema)
  return pattern === undefined ? sameType(example) : ofForm(pattern, example)
}
