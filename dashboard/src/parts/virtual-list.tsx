import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualListProps<Item extends { readonly id: number }> {
  readonly label: string
  readonly items: readonly Item[]
  readonly rowHeight: number
  /** The id of the selected item. */
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
  readonly children: (item: Item) => ComponentChildren
}

/** Rows above and below the visible ones, so that fast scrolling shows no gaps. */
const OVERSCAN = 8

interface Range {
  readonly first: number
  readonly count: number
}

/** Returns the row that a key selects. `current` is -1 if no row is selected. */
function targetOf(key: string, current: number, last: number, { first, count }: Range): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return last
  const page = Math.max(1, count - 2)
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[key]
  if (steps === undefined) return undefined
  return current === -1 ? first : Math.min(last, Math.max(0, current + steps))
}

/**
 * A list of any length, of which only the visible rows exist. If new rows come in at the top, the rows that the user looks at do
 * not move.
 */
export function VirtualList<Item extends { readonly id: number }>(props: VirtualListProps<Item>) {
  const { label, items, rowHeight, selected, onSelect, children } = props
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const [range, setRange] = useState<Range>({ first: 0, count: 0 })

  function measure(): void {
    const { scrollTop, clientHeight } = box.current!
    const first = Math.floor(scrollTop / rowHeight)
    const count = Math.ceil(clientHeight / rowHeight)
    setRange((old) => (old.first === first && old.count === count ? old : { first, count }))
  }

  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    measure()
    return () => observer.disconnect()
  }, [rowHeight])

  const newest = items[0]?.id
  const before = useRef(newest)
  useLayoutEffect(() => {
    const known = before.current
    before.current = newest
    // At the top, the user wants to see the new rows.
    if (known === newest || known === undefined || box.current!.scrollTop === 0) return
    const added = items.findIndex(({ id }) => id === known)
    if (added <= 0) return
    box.current!.scrollTop += added * rowHeight
    measure()
  }, [newest])

  function show(index: number): void {
    const { scrollTop, clientHeight } = box.current!
    const top = index * rowHeight
    if (top < scrollTop) box.current!.scrollTop = top
    else if (top + rowHeight > scrollTop + clientHeight)
      box.current!.scrollTop = top + rowHeight - clientHeight
  }

  // Also if the list has become smaller, because the details are below it.
  useLayoutEffect(() => {
    const index = items.findIndex(({ id }) => id === selected)
    if (index !== -1) show(index)
  }, [selected])

  function move(event: KeyboardEvent): void {
    const current = items.findIndex(({ id }) => id === selected)
    const target = targetOf(event.key, current, items.length - 1, range)
    const item = target === undefined ? undefined : items[target]
    if (item === undefined) return
    event.preventDefault()
    onSelect(item.id)
  }

  // The list may have become shorter since the last time that it was scrolled.
  const start = Math.max(0, Math.min(range.first, items.length - range.count) - OVERSCAN)
  const rows = items.slice(start, start + range.count + 2 * OVERSCAN)

  const row = (item: Item, offset: number) => {
    const { id } = item
    const index = start + offset
    return (
      // The list handles the keys of its rows.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        key={id}
        id={`${list}-${id}`}
        role="option"
        aria-selected={id === selected}
        aria-posinset={index + 1}
        aria-setsize={items.length}
        class="row"
        style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
        onClick={() => onSelect(id)}
      >
        {children(item)}
      </div>
    )
  }

  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.some(({ id }) => id === selected) ? `${list}-${selected}` : undefined}
      onKeyDown={move}
      onScroll={measure}
    >
      <div class="rows" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {rows.map(row)}
      </div>
    </div>
  )
}
