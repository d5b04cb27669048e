import { useEffect, useMemo, useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { Choice, Search } from '../../parts/field.js'
import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { VirtualList } from '../../parts/virtual-list.js'
import {
  clearRequests,
  isPaused,
  MAX_ENTRIES,
  requests,
  setPaused,
  waiting,
  type ShownEntry,
} from '../../state/requests.js'
import { useMedia } from '../../state/media.js'
import { curlFor } from './copy-request.js'
import { RequestDetails } from './request-details.js'
import { RequestRow } from './request-row.js'

const outcomes = [
  { value: 'all', label: 'All' },
  { value: 'good', label: '2xx' },
  { value: 'refused', label: '4xx' },
  { value: 'failed', label: '5xx' },
] as const

type Outcome = (typeof outcomes)[number]['value']

const isOutcome: Readonly<Record<Outcome, (status: number) => boolean>> = {
  all: () => true,
  good: (status) => status >= 200 && status < 400,
  refused: (status) => status >= 400 && status < 500,
  // A status of 0 means that there was no response.
  failed: (status) => status >= 500 || status === 0,
}

/** Returns the entries that the user wants to see, newest first. All words of the text must occur. */
function filtered(entries: readonly ShownEntry[], text: string, outcome: Outcome): readonly ShownEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = isOutcome[outcome]
  const found: ShownEntry[] = []
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index]!
    if (isWanted(entry.status) && words.every((word) => entry.searchText.includes(word))) found.push(entry)
  }
  return found
}

function NoRequests() {
  return (
    <Empty title="No requests yet">
      <p>Point your app at this server, or send a request:</p>
      <pre class="code">{curlFor({ path: '/api/v0/roles', token: 'mock-all-scopes' })}</pre>
    </Empty>
  )
}

function countText(shown: number, all: number, older: number): string {
  const count =
    shown === all
      ? `${all.toLocaleString('en')} requests`
      : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} requests`
  return older > 0 ? `${count}. ${older.toLocaleString('en')} older ones are not on this page` : count
}

/** Puts the newest number in the title of the tab, so that a page in the background shows what happens. */
function PauseButton() {
  if (!isPaused.value) return <Button onClick={() => setPaused(true)}>Pause</Button>
  const text = waiting.value >= MAX_ENTRIES ? `${MAX_ENTRIES}+` : String(waiting.value)
  return (
    <Button look="main" onClick={() => setPaused(false)}>
      Continue ({text} new)
    </Button>
  )
}

/** The view of the journal. */
export function Requests() {
  const { entries, older, error } = requests.value
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [selected, setSelected] = useState<number>()
  const isNarrow = useMedia('(max-width: 700px)')
  const shown = useMemo(() => filtered(entries ?? [], text, outcome), [entries, text, outcome])
  // A search also looks at entries that the filter hides, because the user still reads them.
  const open = useMemo(
    () => (selected === undefined ? undefined : entries?.find(({ id }) => id === selected)),
    [entries, selected],
  )
  useEffect(() => () => setPaused(false), [])

  return (
    <Page
      title="Requests"
      about="Every request that this space has answered, newest first."
      actions={
        <>
          <PauseButton />
          <Button disabled={!entries?.length} onClick={clearRequests}>
            Clear
          </Button>
        </>
      }
    >
      <div class="toolbar">
        <Search label="Filter by path, status, token or reason" value={text} onChange={setText} />
        <Choice label="Status" value={outcome} options={outcomes} onChange={setOutcome} />
        <span class="count" data-testid="count">
          {entries && countText(shown.length, entries.length, older)}
        </span>
      </div>
      {error && <Failed error={error} />}
      {!entries && !error && <Loading />}
      {entries?.length === 0 && <NoRequests />}
      {entries && entries.length > 0 && shown.length === 0 && (
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
      {shown.length > 0 && (
        <div class={`split ${open ? 'has-details' : ''}`}>
          <VirtualList
            label="Requests"
            items={shown}
            keyOf={(entry) => entry.id}
            rowHeight={isNarrow ? 64 : 40}
            selected={selected}
            onSelect={(key) => setSelected(Number(key))}
          >
            {(entry) => <RequestRow entry={entry} />}
          </VirtualList>
          {open && <RequestDetails key={open.id} entry={open} onClose={() => setSelected(undefined)} />}
        </div>
      )}
    </Page>
  )
}
