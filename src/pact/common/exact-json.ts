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

/**
 * Finds a value that the verifier cannot read: a number that is too large, or half of a character. The verifier would ignore
 * the whole document. Returns `undefined` if it can read every value.
 */
export function unreadableIn(
  value: unknown,
  path = '',
): { readonly path: string; readonly reason: string } | undefined {
  if (value instanceof LosslessNumber) {
    return Number.isFinite(Number(value.value))
      ? undefined
      : { path, reason: `the number ${value.value} is too large` }
  }
  if (typeof value === 'string') {
    return /\p{Surrogate}/u.test(value)
      ? { path, reason: 'the text contains half of a character (a lone surrogate)' }
      : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const found = unreadableIn(member, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`)
    if (found) return found
  }
  return undefined
}
