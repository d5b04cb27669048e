import { seal, unseal } from './seal.js'

/** Where the previous page ended. */
export interface Cursor {
  /** The list and its order. A cursor is only valid for the same list in the same order. */
  readonly list: string
  readonly key: string
}

/**
 * Issues a cursor for the page after a record. The cursor is self-contained, so another process with the same records
 * can read it. It contains a sort key and not a position: if records are created or deleted between two requests, no other
 * record is returned twice or skipped.
 */
export function issueCursor({ list, key }: Cursor): string {
  return seal(list, [key])
}

/**
 * Maximum length of a cursor. A key has at most 1,000 characters. Each character takes at most 6 bytes when it is escaped,
 * and base64 adds a third.
 */
export const MAX_CURSOR_LENGTH = 8192

export function readCursor(list: string, text: string): Cursor | undefined {
  // The page cache would keep the key of a longer cursor.
  if (text.length > MAX_CURSOR_LENGTH) return undefined
  const [key] = unseal(list, text) ?? []
  return typeof key === 'string' ? { list, key } : undefined
}
