import { hash } from '../common/random.js'

/**
 * Issues a cursor for the page after a record. The cursor is self-contained, so another process with the same records
 * can read it. It contains a sort key and not a position: if records are created or deleted between two requests, no other
 * record is returned twice or skipped.
 *
 * @param list The list and its order. A cursor is only valid for the same list in the same order.
 * @param key The sort key of the last record on the previous page.
 */
export function issueCursor(list: string, key: string): string {
  // `btoa` only accepts ASCII.
  const json = JSON.stringify([key]).replaceAll(
    /[\u007F-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return btoa(`${hash(list + json).toString(36)}:${json}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Returns the sort key in a cursor, or `undefined` if the cursor was not issued for this list. */
export function readCursor(list: string, text: string): string | undefined {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const [key] = JSON.parse(decoded.slice(decoded.indexOf(':') + 1)) as unknown[]
    // Issuing it again must give the same text. This detects every edit, even one that base64 ignores.
    return typeof key === 'string' && issueCursor(list, key) === text ? key : undefined
  } catch {
    return undefined
  }
}
