import { describe, type Description } from '../../common/description.js'
import { escapePattern } from '../../common/text.js'
import { isObject } from '../../common/plain-object.js'
import { ISO_DATE, isoDateSchema, phoneSchema } from '../../contract/fields.js'

/** A matcher of Pact, from conmock or from `MatchersV3` of `@pact-foundation/pact`. */
export interface PactMatcher {
  readonly 'pact:matcher:type': string
}

export interface ValueMatcher<Value> extends PactMatcher {
  readonly value: Value
}

/** A matcher for a string that matches a regular expression. */
export interface TextMatcher extends ValueMatcher<string> {
  /** A regular expression of Rust. */
  readonly regex: string
}

export function isMatcher(value: unknown): value is PactMatcher {
  return isObject(value) && Object.hasOwn(value, 'pact:matcher:type')
}

export function sameType<Value>(value: Value): ValueMatcher<Value> {
  return { 'pact:matcher:type': 'type', value }
}

/** Matches only this value, even inside another matcher. */
export function exactly<Value>(value: Value): ValueMatcher<Value> {
  return { 'pact:matcher:type': 'equality', value }
}

export function atLeastOne(examples: readonly unknown[]) {
  return { 'pact:matcher:type': 'type', min: 1, value: examples }
}

/** Matches a list that contains a match for each variant, in any order. Other elements are ignored. */
export function containing(variants: readonly unknown[]) {
  return { 'pact:matcher:type': 'arrayContains', variants }
}

/** Pact uses Rust's regular expressions, where `\d` matches digits of every script. */
function matchPattern(regex: string, value: string): TextMatcher {
  return { 'pact:matcher:type': 'regex', regex: regex.replaceAll(String.raw`\d`, '[0-9]'), value }
}

export function oneOf(words: readonly string[], value: string): TextMatcher {
  return matchPattern(`^(?:${words.map(escapePattern).join('|')})$`, value)
}

export function isoDate(example = String(describe(isoDateSchema).examples![0])): TextMatcher {
  return matchPattern(ISO_DATE.source, example)
}

export function e164(example = String(describe(phoneSchema).examples![0])): TextMatcher {
  return matchPattern(describe(phoneSchema).pattern!, example)
}

export function likeText(schema: Description, example: string): PactMatcher {
  if (schema === describe(isoDateSchema)) return isoDate(example)
  return schema.pattern === undefined ? sameType(example) : matchPattern(schema.pattern, example)
}

/** A value that a provider state returns, so that the pact also works for services with other ids. */
export function fromState(expression: string, value: unknown) {
  return {
    'pact:matcher:type': 'type',
    'pact:generator:type': 'ProviderState',
    expression,
    value,
  }
}

export const exampleCursor = 'cursor-to-the-next-page'
