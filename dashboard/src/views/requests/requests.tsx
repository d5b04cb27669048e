import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { pluralize, createWordTest } from '../../../../src/common/text.js'
import type { RequestEntry } from '../../../../src/mock/request-entry.js'
import { Button } from '../../parts/button.js'
import { ExampleRequest } from '../../parts/example-request.js'
import { Choice, Search } from '../../parts/field.js'
import { Empty, Failed, Loading, Page } from '../../parts/page.js'
import { isPaused, MAX_ENTRIES, reloadRequests, requests, setPaused, waiting } from '../../state/requests.js'
import { currentMock } from '../../state/resource.js'
import { RequestDetails } from './request-details.js'
import { RequestList } from './request-list.js'
import { TryIt } from './try-it.js'
import { getSearchText } from './entry-text.js'
import { numberText } from '../../common/format.js'

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
function filtered(entries: readonly RequestEntry[], text: string, outcome: Outcome): readonly RequestEntry[] {
  const hasWords = createWordTest(text)
  const isWanted = isOutcome[outcome]
  return entries.filter((entry) => isWanted(entry.status) && hasWords(getSearchText(entry))).toReversed()
}

function countText(shown: number, all: number, older: number): string {
  const part = shown === all ? '' : `${numberText(shown)} of `
  const text = part + pluralize(all, 'request', numberText(all))
  if (older === 0) return text
  return `${text}. ${numberText(older)} older ${older === 1 ? 'one is' : 'ones are'} not on this page`
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

export function Requests() {
  const { entries, older, error, isRequestLogOff } = requests.value
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Outcome>('all')
  const [selected, setSelected] = useState<number>()
  const [isTrying, setTrying] = useState(false)
  const shown = useMemo(() => filtered(entries ?? [], text, outcome), [entries, text, outcome])
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
          <Button onClick={() => setTrying(true)}>Try it</Button>
          <PauseButton />
          <Button disabled={!entries} onClick={() => currentMock().requests.clear()}>
            Clear
          </Button>
        </>
      }
    >
      {isTrying && <TryIt onClose={() => setTrying(false)} />}
      <div class="toolbar">
        <Search label="Filter by path, status, token or reason" value={text} onChange={setText} />
        <Choice label="Status" value={outcome} options={outcomes} onChange={setOutcome} />
        <span class="count">{entries && countText(shown.length, entries.length, older)}</span>
      </div>
      {isRequestLogOff && (
        <p class="note redirect">
          The request log of this server is off (<code>requestLogSize: 0</code>), so you only see requests
          that arrive while this page is open.
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
            <RequestList entries={shown} selected={selected} onSelect={setSelected} />
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
