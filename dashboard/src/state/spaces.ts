import { signal } from '@preact/signals'
import { control, result } from '../control/client.js'
import { messageOf } from '../control/problem.js'
import { onEvent, onStale } from './connection.js'

/** The names of all spaces, `default` first. */
export const spaces = signal<readonly string[]>(['default'])

export const areSpacesKnown = signal(false)

export const spacesError = signal<string | undefined>(undefined)

async function load(): Promise<void> {
  try {
    const { spaces: all } = await result(control.GET('/__conmock/v1/spaces'))
    spaces.value = all.map(({ name }) => name)
    areSpacesKnown.value = true
    spacesError.value = undefined
  } catch (error) {
    spacesError.value = messageOf(error)
  }
}

export function followSpaces(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const endEvents = onEvent((event) => {
    if (event.type !== 'space') return
    // Tests create many spaces at once.
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
