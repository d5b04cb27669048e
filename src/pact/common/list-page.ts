import { listNames } from '../../common/text.js'
import type { PlainObject } from '../../common/plain-object.js'

/** The members of a page in the API specification. */
const specified = new Set(['data', 'nextPage'])

/** Whether a value may be the list or the cursor under another name. A total or `hasMore: false` is neither. */
function mayBeRenamed(value: unknown): boolean {
  return value !== null && value !== false && typeof value !== 'number'
}

/** The additional members of a page that may be its list or its cursor. Additional members are allowed. */
export function additionalMembers(page: PlainObject): string[] {
  return Object.keys(page).filter((name) => !specified.has(name) && mayBeRenamed(page[name]))
}

/**
 * Whether a page does not show its records: it has no list, but a cursor, or something that may be the list. Without any of
 * these, it is an empty last page.
 */
export function isUnreadable(page: PlainObject): boolean {
  const hasNoList = !Array.isArray(page['data'])
  return hasNoList && (typeof page['nextPage'] === 'string' || additionalMembers(page).length > 0)
}

/** Lists the names of members. The service may have chosen them, so they are shortened. */
export function quoteMembers(names: readonly string[]): string {
  return listNames(names.map((name) => `"${name.slice(0, 40)}"`))
}
