import { signal } from '@preact/signals'
import { control, result } from '../admin/client.js'
import { messageOf } from '../admin/problem.js'
import { onEvent, onStale } from './connection.js'

/** The names of all sandboxes, `default` first. */
export const sandboxes = signal<readonly string[]>(['default'])

export const areSandboxesKnown = signal(false)

export const sandboxesError = signal<string | undefined>(undefined)

async function load(): Promise<void> {
  try {
    const { sandboxes: all } = await result(control.GET('/__conmock/v1/sandboxes'))
    sandboxes.value = all.map(({ name }) => name)
    areSandboxesKnown.value = true
    sandboxesError.value = undefined
  } catch (error) {
    sandboxesError.value = messageOf(error)
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
