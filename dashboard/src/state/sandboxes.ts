import { signal } from '@preact/signals'
import { readSandboxes } from '../admin/client.js'
import { getMessage } from '../common/format.js'
import { onEvent, onStale } from './connection.js'

/** The names of all sandboxes, `default` first. */
export const sandboxes = signal<readonly string[]>(['default'])

export const areSandboxesKnown = signal(false)

export const sandboxesError = signal<string | undefined>(undefined)

async function load(): Promise<void> {
  try {
    sandboxes.value = await readSandboxes()
    areSandboxesKnown.value = true
    sandboxesError.value = undefined
  } catch (error) {
    sandboxesError.value = getMessage(error)
  }
}

export function followSandboxes(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const endEvents = onEvent((event) => {
    if (event.type !== 'sandbox') return
    // Tests create many sandboxes at once.
    timer ??= setTimeout(() => {
      timer = undefined
      void load()
    }, 200)
  })
  const endReads = onStale(load)
  return () => {
    endEvents()
    endReads()
    clearTimeout(timer)
  }
}
