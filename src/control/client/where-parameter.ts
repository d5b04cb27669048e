import { whereToJson } from './to-json.js'

/** Longest condition in a URL. Servers and proxies accept about 8,000 characters. */
const MAX_LENGTH = 4000

/** Returns a condition as a query parameter. `undefined` for a function, and for a condition that is too long for a URL. */
export function whereParameter(where: unknown): string | undefined {
  if (typeof where === 'function') return undefined
  const text = JSON.stringify(whereToJson(where))
  return encodeURIComponent(text).length > MAX_LENGTH ? undefined : text
}
