/** What distinguishes this list and this order from every other that could have a cursor. */
const LIST = 'roles by id'

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
export function issueCursor(lastId: string): string {
  const id = encodeURIComponent(JSON.stringify(lastId))
  const text = btoa(`${checksum(`${LIST} ${id}`)}:${id}`)
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * The id in a cursor; `undefined` when the mock did not issue it. A cursor is good only if issuing it again gives the
 * same text, so no edit passes, not even one that base64 would forgive.
 */
export function readCursor(cursor: string): string | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const id: unknown = JSON.parse(decodeURIComponent(text.slice(text.indexOf(':') + 1)))
    return typeof id === 'string' && issueCursor(id) === cursor ? id : undefined
  } catch {
    return undefined
  }
}
