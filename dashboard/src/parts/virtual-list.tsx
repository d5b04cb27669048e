import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'

interface VirtualListProps<Item> {
  /** Says what the list contains, for screen readers. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => number | string
  /** Height of each row, in pixels. */
  readonly rowHeight: number
  readonly selected: number | string | undefined
  readonly onSelect: (key: number | string) => void
  readonly children: (item: Item) => ComponentChildren
}

/** The rows to move for each key. */
function stepsOf(key: string, page: number, count: number): number | undefined {
  return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[key]
}

/**
 * A list of any length, of which only the visible rows exist. If new rows come in at the top, the rows that the user looks at do
 * not move.
 */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, rowHeight, selected, onSelect, children } = props
  const box = useRef<HTMLDivElement>(null)
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const options = {
    count: items.length,
    estimateSize: () => rowHeight,
    getScrollElement: () => box.current,
    getItemKey: (index: number) => keyOf(items[index]!),
    overscan: 8,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => draw(undefined),
  }
  const virtualizer = useMemo(() => new Virtualizer<HTMLDivElement, HTMLElement>(options), [])
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])

  const first = items.length > 0 ? keyOf(items[0]!) : undefined
  const before = useRef({ first, count: items.length })
  useLayoutEffect(() => {
    const known = before.current
    before.current = { first, count: items.length }
    if (known.first === first || known.first === undefined || !box.current?.scrollTop) return
    const added = items.findIndex((item) => keyOf(item) === known.first)
    if (added > 0) box.current.scrollTop += added * rowHeight
  }, [first])

  function move(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 1)
    const steps = stepsOf(event.key, page, items.length)
    if (steps === undefined || items.length === 0) return
    event.preventDefault()
    const current = items.findIndex((item) => keyOf(item) === selected)
    const next = current === -1 ? 0 : Math.min(items.length - 1, Math.max(0, current + steps))
    onSelect(keyOf(items[next]!))
    virtualizer.scrollToIndex(next)
  }

  const row = ({ index, key, start }: VirtualItem) => (
    // The list handles the keys of its rows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={key}
      id={`row-${String(key)}`}
      role="option"
      aria-selected={key === selected}
      aria-posinset={index + 1}
      aria-setsize={items.length}
      class="row"
      style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
      onClick={() => onSelect(key as number | string)}
    >
      {children(items[index]!)}
    </div>
  )

  const rows = virtualizer.getVirtualItems()
  return (
    <div
      ref={box}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows.some(({ key }) => key === selected) ? `row-${String(selected)}` : undefined}
      onKeyDown={move}
    >
      <div class="rows" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {rows.map(row)}
      </div>
    </div>
  )
}
