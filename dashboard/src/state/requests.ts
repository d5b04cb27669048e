import { effect, signal } from '@preact/signals'
import { control, result } from '../control/client.js'
import type { JournalEntry } from '../control/events.js'
import { messageOf } from '../control/problem.js'
import { epoch, onEvent } from './connection.js'
import { space } from './location.js'

/** The page keeps this number of entries, the newest ones. */
export const MAX_ENTRIES = 10_000

/** Time in which new entries are collected before the list is drawn again, in milliseconds. */
const MS_BETWEEN_UPDATES = 100

const REQUESTS = '/__conmock/v1/spaces/{space}/requests'

/** An entry of the journal, and its text for the filter. */
export interface ShownEntry extends JournalEntry {
  /** In lower case. */
  readonly searchText: string
}

interface Requests {
  /** The entries of the selected space, oldest first. `undefined` until they are read. */
  readonly entries: readonly ShownEntry[] | undefined
  /** Number of older entries that are not on the page. */
  readonly older: number
  /** Why the journal could not be read. */
  readonly error?: string | undefined
}

const NOTHING: Requests = { entries: undefined, older: 0 }

export const requests = signal<Requests>(NOTHING)

/** Whether new entries wait until the user continues. */
export const isPaused = signal(false)

/** Number of entries that wait. */
export const waiting = signal(0)

let fresh: JournalEntry[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function withSearchText(entry: JournalEntry): ShownEntry {
  const { method, path, status, operation, token, refusal, fault, assumed, query } = entry
  const parts = [
    method,
    // Nobody looks for the end of a path of 100 kB, and the filter must stay fast.
    path.slice(0, 2000),
    status,
    operation,
    token,
    refusal?.code,
    refusal?.detail,
    fault,
    ...assumed,
    ...Object.keys(query),
  ]
  return { ...entry, searchText: parts.join(' ').toLowerCase() }
}

/** Adds new entries. Ids increase, so entries that the page already has are skipped. */
function add(entries: readonly JournalEntry[]): void {
  const { entries: known, older } = requests.peek()
  if (!known) return
  const newest = known.at(-1)?.id ?? 0
  const all = [...known, ...entries.filter(({ id }) => id > newest).map(withSearchText)]
  const surplus = Math.max(0, all.length - MAX_ENTRIES)
  requests.value = { entries: surplus > 0 ? all.slice(surplus) : all, older: older + surplus }
}

/** Puts the entries that have arrived on the page. */
function flush(): void {
  timer = undefined
  if (isPaused.peek()) {
    if (fresh.length > MAX_ENTRIES) fresh = fresh.slice(-MAX_ENTRIES)
    waiting.value = fresh.length
    return
  }
  const entries = fresh
  fresh = []
  waiting.value = 0
  add(entries)
}

/** Stops new entries from moving the list, or shows them all. */
export function setPaused(value: boolean): void {
  isPaused.value = value
  if (!value) flush()
}

/** Reads the newest entries of the journal. Events that arrive in the meantime are added afterwards. */
async function load(name: string): Promise<void> {
  try {
    const { requests: entries, dropped } = await result(
      control.GET(REQUESTS, { params: { path: { space: name }, query: { limit: 1000 } } }),
    )
    if (name !== space.peek()) return
    const [oldest] = entries
    requests.value = { entries: entries.map(withSearchText), older: oldest ? oldest.id - 1 : dropped }
    flush()
  } catch (error) {
    if (name === space.peek()) requests.value = { ...requests.peek(), error: messageOf(error) }
  }
}

/** Deletes the journal of the selected space. */
export async function clearRequests(): Promise<void> {
  await result(control.DELETE(REQUESTS, { params: { path: { space: space.peek() } } }))
}

/** Keeps the entries of the selected space up to date. Returns a function that ends this. */
export function followRequests(): () => void {
  let shown: string | undefined
  const endEvents = onEvent((event) => {
    if (event.type === 'request' && event.space === space.peek()) {
      fresh.push(event.entry)
      timer ??= setTimeout(flush, MS_BETWEEN_UPDATES)
    }
    // Also after a reset, and if the space was replaced.
    const isEmptied =
      (event.type === 'change' && event.what === 'requests' && event.space === space.peek()) ||
      (event.type === 'space' && event.name === space.peek())
    if (isEmptied) restart(space.peek())
  })

  function restart(name: string): void {
    fresh = []
    waiting.value = 0
    if (shown !== name) requests.value = NOTHING
    shown = name
    void load(name)
  }

  const endSpaces = effect(() => {
    // A higher epoch means that events may be missing, also because the server was started again.
    if (epoch.value > 0) restart(space.value)
  })
  return () => {
    endEvents()
    endSpaces()
    clearTimeout(timer)
  }
}
