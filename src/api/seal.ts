/** cyrb53: a 53-bit checksum. It detects edits. It is not secure and need not be, because the data is fake. */
function checksum(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** Formats values as JSON in ASCII, because `btoa` does not accept other characters. */
function asciiJson(values: readonly unknown[]): string {
  return JSON.stringify(values).replaceAll(
    /[\u007F-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Packs JSON values into an opaque, URL-safe string. Every process can unseal it, but only for the same purpose. */
export function seal(purpose: string, values: readonly unknown[]): string {
  const json = asciiJson(values)
  return btoa(`${checksum(purpose + json)}:${json}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Returns the values in a sealed string, or `undefined` if it was not sealed for this purpose. Sealing the values again
 * must give the same string. This detects every edit, even one that base64 ignores.
 */
export function unseal(purpose: string, text: string): unknown[] | undefined {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const values: unknown = JSON.parse(decoded.slice(decoded.indexOf(':') + 1))
    return Array.isArray(values) && seal(purpose, values) === text ? values : undefined
  } catch {
    return undefined
  }
}
