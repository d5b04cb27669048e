import { issueCursor, readCursor } from '../../src/api/cursor.js'

const list = 'roles by id'

/** The cursor after the role with this id, in the order of ids. */
export function cursorAfter(id: string): string {
  return issueCursor(list, id)
}

/** The id in such a cursor; `undefined` if the cursor is invalid. */
export function idInCursor(cursor: string): string | undefined {
  return readCursor(list, cursor)
}
