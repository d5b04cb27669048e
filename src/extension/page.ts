import { createPage } from '../api/list-pages.js'
import { issueCursor, readCursor } from '../api/cursor.js'
import { MAX_LIMIT } from '../api/list-query.js'
import { invalidCursor, invalidLimit } from '../api/refusal.js'
import { isObject } from '../common/plain-object.js'
import { asText, didYouMean } from '../common/text.js'
import type { Settings } from '../contract/assumption.js'
import type { AnyRecord, Kind, Rows } from '../contract/kind.js'
import { listSettings } from '../contract/list.js'
import type { OperationRequest } from '../contract/operation.js'
import { presentCopies } from '../dataset/copies.js'
import { compareIds } from '../dataset/source.js'
import { createSelection, shown } from './reading.js'
import { Mistake, Replied } from './reply.js'

/** What an answer says of its page. */
export interface PageInput {
  readonly where?: unknown
  readonly ids?: readonly string[] | undefined
  readonly limit?: number | undefined
  readonly each?: (record: unknown) => unknown
}

const pageOptions: readonly string[] = ['where', 'ids', 'limit', 'each'] satisfies (keyof PageInput)[]

/** The operation of a page, and what the page depends on. */
interface PageParts {
  /** Name of the operation. */
  readonly name: string
  readonly kind: Kind
  /** The list of the API whose assumptions the page has. */
  readonly pageForm: string
  readonly settings: Settings
  /** Whether the cursor is only in the body, because the body has a member for it. */
  readonly isInBody: boolean
  /** Checks an element. @throws Mistake */
  readonly checkElement?: (element: unknown, index: number) => void
}

/** Returns the cursor of a request: in its body, or in its query. */
function cursorOf({ sentBody, query }: OperationRequest, isInBody: boolean): string | undefined {
  const inBody = isObject(sentBody) ? (sentBody as { readonly nextPage?: unknown }).nextPage : undefined
  const cursor = inBody ?? (isInBody ? undefined : new URLSearchParams(query).get('nextPage'))
  return cursor === null || cursor === undefined ? undefined : asText(cursor)
}

/** Returns the records with these ids that come after another, in order. */
function* recordsWith(ids: readonly string[], rows: Rows, after: string | undefined): Generator<AnyRecord> {
  for (const id of [...new Set(ids)].toSorted(compareIds)) {
    const record = after === undefined || compareIds(id, after) > 0 ? rows.get(id) : undefined
    if (record) yield record
  }
}

/** Returns the records of a page, and whether there are more. Stops looking where the page ends. */
function selectPage(
  kind: Kind,
  rows: Rows,
  { where, ids }: PageInput,
  after: string | undefined,
  size: number,
) {
  const test = createSelection(kind, where)
  const records = []
  for (const record of ids ? recordsWith(ids, rows, after) : rows.from(after)) {
    if (!test(record)) continue
    if (records.length === size) return { records, more: true }
    records.push(shown(kind, record))
  }
  return { records, more: false }
}

/** Creates the page that a request asks for. */
export function replyWithPage(parts: PageParts, request: OperationRequest, rows: Rows, input: PageInput) {
  const { name, kind, pageForm, isInBody, settings, checkElement } = parts
  const unknown = Object.keys(input).find((option) => !pageOptions.includes(option))
  if (unknown !== undefined)
    throw new Mistake(`page has no option "${unknown}"${didYouMean(unknown, pageOptions)}`)
  const { limit, each = (record: unknown) => record } = input
  const form = listSettings(settings, pageForm)
  const size = limit ?? form.pageSize
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)) {
    // The team decides that a limit applies, so no assumption does.
    const { assumption: _, ...refusal } = invalidLimit(MAX_LIMIT, pageForm)
    return new Replied(refusal)
  }
  const list = `${name} by id`
  const cursor = cursorOf(request, isInBody)
  const after = cursor === undefined ? undefined : readCursor(list, cursor)
  const isInvalid = cursor !== undefined && after === undefined
  const invalid = settings['cursor.invalid']
  if (isInvalid && invalid === '400')
    return new Replied(invalidCursor(`is not a cursor that this mock issued for ${name}`))
  const isBeyond = isInvalid && invalid === 'empty-page'
  const { records, more } = isBeyond
    ? { records: [], more: false }
    : selectPage(kind, rows, input, after, size)
  const isFirst = after === undefined && !isBeyond
  const isEmpty = records.length === 0 && isFirst
  const elements = records.map((record) => each(record))
  for (const [index, element] of elements.entries()) checkElement?.(element, index)
  const next = more ? issueCursor(list, records.at(-1)!.id) : undefined
  const hasMore = settings['extras.hasMore']
  const page = createPage(presentCopies(elements, settings) as unknown[], next, isEmpty, form, hasMore)
  const place = isFirst ? (more ? 'first' : 'only') : more ? 'middle' : 'last'
  return new Replied({
    body: JSON.stringify(page),
    cases: [`${name}.page.${place}`],
    assumed: [
      ...(limit === undefined ? [`${pageForm}.pageSize`] : []),
      ...(more ? [] : [`${pageForm}.lastPage`]),
      ...(isEmpty ? [`${pageForm}.empty`] : []),
      ...(isInvalid ? ['cursor.invalid'] : []),
      ...(hasMore === 'present' ? ['extras.hasMore'] : []),
    ],
  })
}
