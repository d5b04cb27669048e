import { LosslessNumber, parse, stringify } from 'lossless-json'

/** Returns a JavaScript number, or an object with the text if the number would change: `1.0`, `9007199254740993`. */
function parseNumber(text: string): number | LosslessNumber {
  const number = Number(text)
  return String(number) === text ? number : new LosslessNumber(text)
}

/**
 * Parses JSON and keeps every number as it is written, so that the verifier gets the original number.
 *
 * @throws SyntaxError For invalid JSON.
 */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, parseNumber)
}

/** Writes a value of `parseExactly` as JSON. */
export function stringifyExactly(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** Prepares a value for reports: a number that JavaScript cannot hold becomes a string. */
export function withoutExactNumbers(value: unknown): unknown {
  if (value instanceof LosslessNumber) return value.value
  if (Array.isArray(value)) return value.map((item) => withoutExactNumbers(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutExactNumbers(member)]),
  )
}
