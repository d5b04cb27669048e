import { seal, unseal } from './seal.js'

/** What a cursor holds: it names the last record that was seen. */
export interface Cursor {
  /** Which list, in which order. A cursor of one list is invalid for every other. */
  readonly list: string
  /** The place of the last record in that order. */
  readonly key: string
  /** When it was issued, in milliseconds since 1970. Only set if cursors expire. */
  readonly issuedAt?: number | undefined
}

/**
 * Issues the cursor of the page that follows a record. It holds everything itself, so that another process with the same
 * records understands it. It names a record and not a position, so that records which come and go between two pages
 * neither repeat nor hide another.
 */
export function issueCursor({ list, key, issuedAt }: Cursor): string {
  return seal(list, issuedAt === undefined ? [key] : [key, issuedAt])
}

/**
 * Limit on the length of a cursor. The keys of records are at most `MAX_KEY_LENGTH` characters long, which need six bytes
 * each if they are escaped, and a third more in base64.
 */
export const MAX_CURSOR_LENGTH = 8192

/** Returns what is in a cursor, or `undefined` if it was not issued for this list. */
export function readCursor(list: string, text: string): Cursor | undefined {
  // Not even decoded: its key would be kept with the page.
  if (text.length > MAX_CURSOR_LENGTH) return undefined
  const [key, issuedAt] = unseal(list, text) ?? []
  if (typeof key !== 'string') return undefined
  return { list, key, issuedAt: issuedAt as number | undefined }
}
