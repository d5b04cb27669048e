import { useEffect, useRef, useState } from 'preact/hooks'
import { Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { Search } from '../../parts/field.js'
import { Empty, Failed } from '../../parts/page.js'
import { readable, Text } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import { linkTo } from '../../state/location.js'
import { personaOf } from './personas.js'
import { recordKinds, type KindName } from '../../admin/record-kinds.js'
import { labelOf, lookOf, type AnyRecord } from './record-looks.js'
import { PAGE_SIZE, useRecords, type ShownPage } from './use-records.js'
import { numberText } from '../../common/format.js'

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

interface RowProps {
  readonly kind: KindName
  readonly record: AnyRecord
  readonly onEdit: (record: AnyRecord) => void
  readonly onDelete: (record: AnyRecord) => void
}

function Row({ kind, record, onEdit, onDelete }: RowProps) {
  const { noun } = recordKinds[kind]
  const { columns, userOf } = lookOf(kind)
  const user = userOf(record)
  const persona = user && personaOf(user)
  const name = `${noun} ${readable(record.id)}`
  return (
    <tr>
      {columns.map(({ label, of, look }) => (
        <td key={label} class={look}>
          {of(record) === '' ? <span class="count">(empty)</span> : <Text of={of(record)} max={60} />}
          {label === 'Name' && persona && (
            <span title={persona.shows}>
              {' '}
              <Tag>{persona.name}</Tag>
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
        {kind === 'volunteers' && user && (
          <a href={linkTo('try-it', { section: user.id })} aria-label={`Try it with ${name}`}>
            Try it
          </a>
        )}
      </td>
    </tr>
  )
}

function countText(label: string, from: number, { records, total, reached }: ShownPage): string {
  const range = records.length === 0 ? '0' : `${numberText(from + 1)}–${numberText(from + records.length)}`
  if (reached !== undefined) return `${label} ${range} so far. Searching …`
  return total === undefined ? `${label} ${range}` : `${label} ${range} of ${numberText(total)}`
}

type Starts = readonly (string | undefined)[]

const FIRST_PAGE: Starts = [undefined]

interface RecordListProps extends Pick<RowProps, 'kind' | 'onEdit' | 'onDelete'> {
  readonly onCreate: () => void
}

export function RecordList({ kind, onCreate, ...actions }: RecordListProps) {
  const { noun } = recordKinds[kind]
  const { columns } = lookOf(kind)
  const label = labelOf(kind)
  const [text, setText] = useState('')
  const search = useSettled(text).trim()
  /** The `after` of each page up to the shown one. Another search starts at its first page. */
  const [place, setPlace] = useState({ search, starts: FIRST_PAGE })
  const starts = place.search === search ? place.starts : FIRST_PAGE
  if (place.search !== search) setPlace({ search, starts })
  const top = useRef<HTMLDivElement>(null)
  const { page, isCurrent, error, reload } = useRecords(kind, search, starts.at(-1))
  const isFirst = starts.length === 1
  const isSearching = !error && (!isCurrent || page?.reached !== undefined)
  const isEmpty = page?.records.length === 0 && !isSearching

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
          {page && isCurrent && page.total !== 0 && countText(label, (starts.length - 1) * PAGE_SIZE, page)}
          {!isCurrent && !error && (search === '' ? 'Loading …' : 'Searching …')}
        </span>
      </div>
      {error && <Failed error={error} reload={reload} />}
      {isEmpty && isFirst && search === '' && (
        <Empty title={`No ${kind} yet`}>
          <Button onClick={onCreate}>Create a {noun}</Button>
        </Empty>
      )}
      {isEmpty && isFirst && search !== '' && (
        <Empty title={`No ${noun} matches the search`}>
          <p>A {noun} matches if its values contain all words of the search.</p>
          <Button onClick={() => setText('')}>Show all {kind}</Button>
        </Empty>
      )}
      {isEmpty && !isFirst && <Empty title={`No more ${kind}`} />}
      {page && page.records.length > 0 && (
        <Table label={label} look="records stacks" columns={columns} isBusy={isSearching}>
          {page.records.map((record) => (
            <Row key={record.id} kind={kind} record={record} {...actions} />
          ))}
        </Table>
      )}
      {(!isFirst || page?.next !== undefined) && (
        <nav class="pager toolbar" aria-label="Pages">
          <Button disabled={isFirst} onClick={() => show(starts.slice(0, -1))}>
            Previous page
          </Button>
          <span class="count">Page {numberText(starts.length)}</span>
          <Button
            disabled={page?.next === undefined}
            // A button that is disabled while the page is read would lose the focus.
            onClick={() => isCurrent && show([...starts, page?.next])}
          >
            Next page
          </Button>
        </nav>
      )}
    </>
  )
}
