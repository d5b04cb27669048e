import { LosslessNumber, parse, stringify } from 'lossless-json'

/** Returns a JavaScript number, or an object with the text if the number would change: `1.0`, `9007199254740993`. */
function parseNumber(text: string): number | LosslessNumber {
  const number = Number(text)
  return String(number) === text ? number : new LosslessNumber(text)
}

/** Parses JSON and keeps every number as it is written, so that the verifier gets the original number. */
export function parseExactly(text: string): unknown {
  return parse(text, undefined, parseNumber)
}

export function stringifyExactly(value: unknown): string {
  return stringify(value) ?? 'null'
}

/** Prepares a value for reports: a number that JavaScript cannot represent becomes a string. */
export function withoutExactNumbers(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each: unknown) =>
    each instanceof LosslessNumber ? each.value : each,
  )
  return value === undefined ? undefined : JSON.parse(text)
}
