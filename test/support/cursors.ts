import { issueCursor, readCursor } from '../../src/api/cursor.js'

const list = 'roles by id'

/** The cursor behind the role with this id, in the usual order. */
export function cursorBehind(id: string): string {
  return issueCursor({ list, key: id })
}

/** The id in such a cursor; `undefined` when it is none. */
export function idInCursor(cursor: string): string | undefined {
  return readCursor(list, cursor)?.key
}
