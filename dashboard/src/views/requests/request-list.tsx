import { Component } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { RequestEntry } from '../../../../src/mock/request-entry.js'
import { durationText, timeText } from '../../common/format.js'
import { Status, Tag } from '../../parts/badges.js'
import { Text } from '../../parts/text.js'
import { pathWithQuery } from './entry-text.js'

/** Number of rows that the keys PageUp and PageDown skip. */
const PAGE = 10

/** Returns the row that a key selects. `current` is -1 if no row is selected. */
function getTarget(key: string, current: number, last: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return last
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[key]
  if (steps === undefined) return undefined
  return current === -1 ? 0 : Math.min(last, Math.max(0, current + steps))
}

/** A class, because an update of the list must not render a thousand rows again. A memoized element would leak removed rows. */
class Cells extends Component<{ readonly entry: RequestEntry }> {
  override shouldComponentUpdate(next: { readonly entry: RequestEntry }): boolean {
    return next.entry !== this.props.entry
  }

  render() {
    const { method, status, durationMs, refusal, fault, note, time } = this.props.entry
    return (
      <>
        <Status of={status} />
        <span class={`method ${method}`}>
          <Text of={method} max={12} />
        </span>
        <span class="path">
          <Text of={pathWithQuery(this.props.entry)} />
        </span>
        <span class="reason">
          {fault ? (
            <>
              <Tag>fault</Tag> <Text of={fault} max={60} />
            </>
          ) : (
            <Text of={refusal?.detail ?? note ?? ''} max={100} />
          )}
        </span>
        <span class="duration">{durationText(durationMs)}</span>
        <span class="time">{timeText(time)}</span>
      </>
    )
  }
}

interface RowProps {
  readonly id: string
  readonly entry: RequestEntry
  readonly isSelected: boolean
  readonly onSelect: (id: number) => void
}

function Row({ id, entry, isSelected, onSelect }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  // Also if the list has become smaller, because the details are below it.
  useLayoutEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    // The list handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isSelected}
      class="row"
      onClick={() => onSelect(entry.id)}
    >
      <Cells entry={entry} />
    </div>
  )
}

interface RequestListProps {
  readonly entries: readonly RequestEntry[]
  /** The id of the selected entry. */
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
}

export function RequestList({ entries, selected, onSelect }: RequestListProps) {
  const list = useId()
  const current = entries.findIndex(({ id }) => id === selected)

  function move(event: KeyboardEvent): void {
    const target = getTarget(event.key, current, entries.length - 1)
    if (target === undefined) return
    event.preventDefault()
    onSelect(entries[target]!.id)
  }

  return (
    <div
      class="request-list"
      role="listbox"
      aria-label="Requests"
      tabIndex={0}
      aria-activedescendant={current === -1 ? undefined : `${list}-${selected}`}
      onKeyDown={move}
    >
      {entries.map((entry) => (
        <Row
          key={entry.id}
          id={`${list}-${entry.id}`}
          entry={entry}
          isSelected={entry.id === selected}
          onSelect={onSelect}
        />
      ))}
    </div>
  )
}
