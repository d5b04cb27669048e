import { useEffect, useRef, useState } from 'preact/hooks'
import { capitalized, withArticle } from '../../../../src/common/text.js'
import type { AnyRecord } from '../../../../src/contract/kind.js'
import { columnsOf, textOf, type RecordLook } from '../../../../src/contract/record-look.js'
import type { RecordPage } from '../../../../src/dataset/page.js'
import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Search } from '../../parts/field.js'
import { Empty, Failed } from '../../parts/page.js'
import { readable, Text } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import { api } from '../../state/api.js'
import { useResource } from '../../state/resource.js'
import { findEdgeCase } from './edge-cases.js'
import { getRecords } from './record-kinds.js'
import { numberText } from '../../common/format.js'

const PAGE_SIZE = 50

const MS_BEFORE_SEARCH = 250

/** Returns a value once it has not changed for a moment, so that not every letter starts a search. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : MS_BEFORE_SEARCH)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Returns the columns of a kind. Where the server only knows the id, the fields of some of its records are columns, too. */
function useColumns(kind: string, records: readonly AnyRecord[] = []): RecordLook['columns'] {
  const { columns } = api.value.kinds[kind]!
  const latest = useRef(columns)
  if (columns.length > 1) return columns
  const values = records.flatMap((record) => Object.entries(record))
  const plain = values.filter(([, value]) => value !== null && typeof value !== 'object')
  // An empty page keeps the columns of the one before.
  if (plain.length > 0) latest.current = columnsOf([...new Set(plain.map(([name]) => name))])
  return latest.current
}

interface RowProps {
  readonly kind: string
  readonly columns: RecordLook['columns']
  readonly record: AnyRecord
  readonly onEdit: (record: AnyRecord) => void
  readonly onDelete: (record: AnyRecord) => void
}

function Row({ kind, columns, record, onEdit, onDelete }: RowProps) {
  const { one: noun } = api.value.kinds[kind]!
  const edgeCase = findEdgeCase(kind, record)
  const name = `${noun} ${readable(record.id)}`
  return (
    <tr>
      {columns.map(({ label, text, look }) => (
        <td key={label} class={look}>
          {textOf(text, record) === '' ? (
            <span class="count">(empty)</span>
          ) : (
            <Text of={textOf(text, record)} max={60} />
          )}
          {look === 'name' && edgeCase && (
            <span title={edgeCase.shows}>
              {' '}
              <Tag>{edgeCase.name}</Tag>
            </span>
          )}
        </td>
      ))}
      <td class="row-actions">
        <Button look="quiet" aria-label={`Edit ${name}`} onClick={() => onEdit(record)}>
          Edit
        </Button>
        <Button look="quiet" aria-label={`Delete ${name}`} onClick={() => onDelete(record)}>
          Delete
        </Button>
      </td>
    </tr>
  )
}

function countText(label: string, from: number, { records, total }: RecordPage<AnyRecord>): string {
  // The server reads a long list in parts, so only the matches of this part are known.
  if (total === undefined) return `${label}: ${numberText(records.length)} found in this part of the list`
  const [first, last] = [numberText(from + 1), numberText(from + records.length)]
  const range = records.length > 1 ? `${first}–${last}` : records.length === 1 ? first : '0'
  return `${label} ${range} of ${numberText(total)}`
}

type Starts = readonly (string | undefined)[]

const FIRST_PAGE: Starts = [undefined]

interface RecordListProps extends Pick<RowProps, 'kind' | 'onEdit' | 'onDelete'> {
  readonly onCreate: () => void
}

export function RecordList({ kind, onCreate, ...actions }: RecordListProps) {
  const { one: noun, label } = api.value.kinds[kind]!
  const [text, setText] = useState('')
  const search = useSettled(text).trim()
  /** The `after` of each page up to the shown one. Another search starts at its first page. */
  const [place, setPlace] = useState({ search, starts: FIRST_PAGE })
  const starts = place.search === search ? place.starts : FIRST_PAGE
  if (place.search !== search) setPlace({ search, starts })
  const top = useRef<HTMLDivElement>(null)
  const after = starts.at(-1)
  const { data, error, reload } = useResource(
    JSON.stringify([search, after]),
    (mock) => getRecords(mock, kind).page({ search, after, limit: PAGE_SIZE }),
    // A search may read the whole list.
    { changes: ['records'], pause: search === '' ? 100 : 1000 },
  )
  /** While another page is read, the one before stays. */
  const before = useRef<RecordPage<AnyRecord>>(undefined)
  if (data) before.current = data
  const page = data ?? before.current
  const columns = useColumns(kind, page?.records)
  const isFirst = starts.length === 1
  const isSearching = !data && !error
  const isEmpty = page?.records.length === 0 && !isSearching
  const isLast = page?.next === undefined

  function show(next: Starts): void {
    setPlace({ search, starts: next })
    top.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <div class="toolbar" ref={top}>
        <Search label={`Search ${kind}`} value={text} onChange={setText} />
        <Button look="main" onClick={onCreate}>
          New {noun}
        </Button>
        <span class="count" role="status">
          {/* A range of another page would be wrong. */}
          {data && data.total !== 0 && countText(label, (starts.length - 1) * PAGE_SIZE, data)}
          {isSearching && (search === '' ? 'Loading …' : 'Searching …')}
        </span>
      </div>
      {error && <Failed error={error} reload={reload} />}
      {isEmpty && isFirst && search === '' && (
        <Empty title={`No ${kind} yet`}>
          <Button onClick={onCreate}>Create {withArticle(noun)}</Button>
        </Empty>
      )}
      {isEmpty && isFirst && isLast && search !== '' && (
        <Empty title={`No ${noun} matches the search`}>
          <p>{capitalized(withArticle(noun))} matches if its values contain all words of the search.</p>
          <Button onClick={() => setText('')}>Show all {kind}</Button>
        </Empty>
      )}
      {isEmpty && !(isFirst && isLast) && (
        <Empty title={isLast ? `No more ${kind}` : 'Nothing found in this part of the list'} />
      )}
      {page && page.records.length > 0 && (
        <Table label={label} look="records stacks" columns={columns} isBusy={isSearching}>
          {page.records.map((record) => (
            <Row key={record.id} kind={kind} columns={columns} record={record} {...actions} />
          ))}
        </Table>
      )}
      {!(isFirst && isLast) && (
        <nav class="pager toolbar" aria-label="Pages">
          <Button disabled={isFirst} onClick={() => show(starts.slice(0, -1))}>
            Previous page
          </Button>
          <span class="count">Page {numberText(starts.length)}</span>
          <Button
            disabled={isLast}
            // A button that is disabled while the page is read would lose the focus.
            onClick={() => data && show([...starts, data.next])}
          >
            Next page
          </Button>
        </nav>
      )}
    </>
  )
}
