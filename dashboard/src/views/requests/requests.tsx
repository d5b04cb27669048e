import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { isPreflight } from '../../../../src/common/format-request.js'
import { counted, createWordTest } from '../../../../src/common/text.js'
import { Status, Tag } from '../../parts/badges.js'
import { Button } from '../../parts/button.js'
import { ExampleRequest } from '../../parts/example-request.js'
import { Choice, Search } from '../../parts/field.js'
import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { Text } from '../../parts/text.js'
import { VirtualList } from '../../parts/virtual-list.js'
import {
  clearRequests,
  isPaused,
  MAX_ENTRIES,
  reloadRequests,
  requests,
  setPaused,
  waiting,
  type ShownEntry,
} from '../../state/requests.js'
import { useMedia } from '../../state/media.js'
import { RequestDetails } from './request-details.js'
import { pathWithQuery } from './copy-request.js'
import { durationText, numberText, timeText } from '../../common/format.js'

const outcomes = [
  { value: 'all', label: 'All' },
  { value: 'good', label: '2xx' },
  { value: 'refused', label: '4xx' },
  { value: 'failed', label: '5xx / no response' },
] as const

type Outcome = (typeof outcomes)[number]['value']

const isOutcome: Readonly<Record<Outcome, (status: number) => boolean>> = {
  all: () => true,
  good: (status) => status >= 200 && status < 300,
  refused: (status) => status >= 400 && status < 500,
  // A status of 0 means that there was no response.
  failed: (status) => status >= 500 || status === 0,
}

/** Returns the entries that the user wants to see, newest first. All words of the text must occur. */
function filtered(entries: readonly ShownEntry[], text: string, outcome: Outcome): readonly ShownEntry[] {
  const hasWords = createWordTest(text)
  const isWanted = isOutcome[outcome]
  return entries.filter((entry) => isWanted(entry.status) && hasWords(entry.searchText)).toReversed()
}

function countText(shown: number, all: number, preflights: number, older: number): string {
  const part = shown === all ? '' : `${numberText(shown)} of `
  const also = preflights === 0 ? '' : ` and ${counted(preflights, 'preflight', numberText(preflights))}`
  const text = part + counted(all, 'request', numberText(all)) + also
  return older > 0 ? `${text}. ${numberText(older)} older ones are not on this page` : text
}

/** While the list is paused, the button says how many requests wait. */
function PauseButton() {
  if (!isPaused.value) return <Button onClick={() => setPaused(true)}>Pause</Button>
  const text = waiting.value >= MAX_ENTRIES ? `${MAX_ENTRIES}+` : String(waiting.value)
  return (
    <Button look="main" onClick={() => setPaused(false)}>
      Continue ({text} new)
    </Button>
  )
}

function RequestRow({ entry }: { readonly entry: ShownEntry }) {
  const { method, status, durationMs, refusal, fault, note, time } = entry
  return (
    <>
      <Status of={status} />
      <span class={`method ${method}`}>
        <Text of={method} max={12} />
      </span>
      <span class="path">
        <Text of={pathWithQuery(entry)} />
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

export function Requests() {
  const { entries, older, error, isJournalOff } = requests.value
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [selected, setSelected] = useState<number>()
  const isNarrow = useMedia('(max-width: 700px)')
  // A preflight would double the list. It is an entry of its own only if it was refused, or if the user looks for OPTIONS.
  const withPreflights = /\boptions\b/i.test(text)
  const listed = useMemo(
    () => (entries ?? []).filter((entry) => withPreflights || !isPreflight(entry)),
    [entries, withPreflights],
  )
  const preflights = (entries?.length ?? 0) - listed.length
  const shown = useMemo(() => filtered(listed, text, outcome), [listed, text, outcome])
  const open = useMemo(() => shown.find(({ id }) => id === selected), [shown, selected])
  useEffect(() => () => setPaused(false), [])

  const split = useRef<HTMLDivElement>(null)
  function close(): void {
    setSelected(undefined)
    split.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus()
  }

  return (
    <Page
      title="Requests"
      about="Every request to this sandbox, newest first."
      actions={
        <>
          <PauseButton />
          <Button disabled={!entries} onClick={clearRequests}>
            Clear
          </Button>
        </>
      }
    >
      <div class="toolbar">
        <Search label="Filter by path, status, token or reason" value={text} onChange={setText} />
        <Choice label="Status" value={outcome} options={outcomes} onChange={setOutcome} />
        <span class="count">{entries && countText(shown.length, listed.length, preflights, older)}</span>
      </div>
      {isJournalOff && (
        <p class="note redirect">
          The journal of this server is off (<code>maxRequests: 0</code>), so you only see requests that
          arrive while this page is open.
        </p>
      )}
      {error && <Failed error={error} reload={() => void reloadRequests()} />}
      {!entries && !error && <Loading />}
      {entries?.length === 0 && <ExampleRequest title="No requests yet" app="Point your app at" />}
      {entries && entries.length > 0 && (
        // The elements in it have the focus.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div
          ref={split}
          class={`split box ${open ? 'has-details' : ''}`}
          onKeyDown={({ key }) => {
            if (key === 'Escape' && open) close()
          }}
        >
          {shown.length > 0 ? (
            <VirtualList
              label="Requests"
              items={shown}
              rowHeight={isNarrow ? 64 : 40}
              selected={selected}
              onSelect={setSelected}
            >
              {(entry) => <RequestRow entry={entry} />}
            </VirtualList>
          ) : (
            <Empty title="No request matches the filter">
              <Button
                onClick={() => {
                  setText('')
                  setOutcome('all')
                }}
              >
                Show all requests
              </Button>
            </Empty>
          )}
          {open && <RequestDetails key={open.id} entry={open} onClose={close} />}
        </div>
      )}
    </Page>
  )
}
