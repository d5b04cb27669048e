import { effect, signal } from '@preact/signals'
import type { RequestEntry } from '../../../src/mock/request-entry.js'
import { getMock } from '../admin/client.js'
import { getMessage } from '../common/format.js'
import { epoch, onEvent } from './connection.js'
import { sandbox } from './location.js'

/** The page shows this number of entries, the newest ones. */
export const MAX_ENTRIES = 1000

/** Minimum time between two updates of the list, in milliseconds. In between, new entries are collected. */
const MS_BETWEEN_UPDATES = 100

interface Requests {
  /** The entries of the selected sandbox, oldest first. `undefined` until they are read. */
  readonly entries: readonly RequestEntry[] | undefined
  /** Number of older entries that are not on the page. */
  readonly older: number
  /** Whether the server keeps no entries, so that the page only has those that arrived while it was open. */
  readonly isRequestLogOff?: boolean
  readonly error?: string | undefined
}

const NOTHING: Requests = { entries: undefined, older: 0 }

export const requests = signal<Requests>(NOTHING)

/** Whether new entries wait until the user continues. */
export const isPaused = signal(false)

export const waiting = signal(0)

let fresh: RequestEntry[] = []
/** Number of entries that have arrived and were removed before they were on the page. */
let skipped = 0
let timer: ReturnType<typeof setTimeout> | undefined
let updatedAt = 0
/** Identifies the newest read of the request log while it runs. The results of earlier reads are ignored. */
let reading: symbol | undefined

function flush(): void {
  timer = undefined
  updatedAt = performance.now()
  // The request log that is being read replaces all entries, so the new ones are added after it.
  if (reading) return
  const now = requests.peek()
  const { entries: known = [] } = now
  const newest = known.at(-1)?.id ?? 0
  // Ids increase, so this skips entries that the page already has.
  const added = fresh.filter(({ id }) => id > newest)
  fresh = added.slice(-MAX_ENTRIES)
  skipped += added.length - fresh.length
  waiting.value = isPaused.peek() ? fresh.length : 0
  if (isPaused.peek() || fresh.length === 0) return
  const all = [...known, ...fresh]
  const surplus = Math.max(0, all.length - MAX_ENTRIES)
  requests.value = { ...now, entries: all.slice(surplus), older: now.older + skipped + surplus }
  fresh = []
  skipped = 0
}

export function setPaused(value: boolean): void {
  isPaused.value = value
  if (!value) flush()
}

async function read(name: string): Promise<Requests> {
  const { requests: requestLog } = getMock(name)
  const [all, dropped] = await Promise.all([requestLog.all(), requestLog.dropped])
  const entries = all.slice(-MAX_ENTRIES)
  const isRequestLogOff = all.length === 0 && dropped > 0
  return { entries, older: dropped + all.length - entries.length, isRequestLogOff }
}

/** Reads the request log of the selected sandbox again. Events that arrive in the meantime are added afterward. */
export async function reloadRequests(): Promise<void> {
  const mine = Symbol('reading')
  reading = mine
  fresh = []
  skipped = 0
  waiting.value = 0
  let next: Requests
  try {
    next = await read(sandbox.peek())
  } catch (error) {
    next = { ...requests.peek(), error: getMessage(error) }
  }
  if (reading !== mine) return
  reading = undefined
  requests.value = next
  flush()
}

export function followRequests(): () => void {
  let shown: string | undefined
  const endEvents = onEvent((event) => {
    if (event.type === 'request' && event.sandbox === sandbox.peek()) {
      fresh.push(event.entry)
      timer ??= setTimeout(flush, updatedAt + MS_BETWEEN_UPDATES - performance.now())
    }
    // Also after a reset, and if the sandbox was replaced.
    const isEmptied =
      (event.type === 'change' && event.what === 'requests' && event.sandbox === sandbox.peek()) ||
      (event.type === 'sandbox' && event.name === sandbox.peek())
    if (isEmptied) void reloadRequests()
  })
  const endSandboxes = effect(() => {
    if (shown !== sandbox.value) requests.value = NOTHING
    shown = sandbox.value
    // A higher epoch means that events may be missing, also because the server was started again.
    if (epoch.value > 0) void reloadRequests()
  })
  return () => {
    endEvents()
    endSandboxes()
    clearTimeout(timer)
  }
}
