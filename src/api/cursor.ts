import { hash } from '../common/random.js'

/** A cursor with a longer key would not fit into a URL: Node refuses headers of 16 KB, and a character takes up to 8 bytes. */
const MAX_KEY = 500
const HASH_LENGTH = 8

/** Replaces the end of a long key by a hash of the key. A key that was shortened stays as it is. */
function shortened(key: string): string {
  return key.length > MAX_KEY + HASH_LENGTH
    ? key.slice(0, MAX_KEY) + hash(key).toString(16).padStart(HASH_LENGTH, '0')
    : key
}

/**
 * Returns the whole sort key of the record that a cursor names.
 *
 * @param key The key in the cursor.
 * @param next Returns the key of the record after a key. If the record was deleted, its place is after those with the same start.
 */
export function wholeKey(key: string, next: (after: string) => string | undefined): string {
  if (key.length !== MAX_KEY + HASH_LENGTH) return key
  const start = key.slice(0, MAX_KEY)
  for (let last = start; ;) {
    const following = next(last)
    if (!following?.startsWith(start)) return last
    if (shortened(following) === key) return following
    last = following
  }
}

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
  const json = JSON.stringify([shortened(key)]).replaceAll(
    /[\u007F-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return btoa(`${hash(list + json).toString(36)}:${json}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Returns the sort key in a cursor, for `wholeKey`, or `undefined` if the cursor was not issued for this list. */
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
