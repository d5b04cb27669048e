/** What a cursor holds: it names the last role that was seen. */
export interface Cursor {
  /** Which list, in which order: a cursor of another is none of this one. */
  readonly list: string
  /** The place of the last role in that order. */
  readonly key: string
  /** When it was issued, in milliseconds since 1970, where that matters. */
  readonly issuedAt?: number | undefined
}

/** A 53-bit checksum (cyrb53): enough to notice an edit, and no secret – the data are fake. */
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

/**
 * The cursor of the page that follows a role: opaque, URL-safe, and complete in itself, so that another process with
 * the same roles understands it. It names the last role that was seen and not a position, so that roles which come and
 * go between two pages neither repeat nor hide another.
 */
export function issueCursor({ list, key, issuedAt }: Cursor): string {
  const id = encodeURIComponent(JSON.stringify(key))
  const time = issuedAt === undefined ? '' : `@${issuedAt}`
  const text = btoa(`${checksum(`${list} ${id}${time}`)}:${id}${time}`)
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * What is in a cursor; `undefined` when the mock did not issue it for this list. A cursor is good only if issuing it
 * again gives the same text, so no edit passes, not even one that base64 would forgive.
 */
export function readCursor(list: string, text: string): Cursor | undefined {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const [, id = '', time] = /^[^:]*:([^@]*)(?:@(-?\d+))?$/.exec(decoded) ?? []
    const key: unknown = JSON.parse(decodeURIComponent(id))
    if (typeof key !== 'string') return undefined
    const cursor = { list, key, issuedAt: time === undefined ? undefined : Number(time) }
    return issueCursor(cursor) === text ? cursor : undefined
  } catch {
    return undefined
  }
}
