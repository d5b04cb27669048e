import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { RemoteMock } from '../../../src/admin/client/remote-mock.js'
import type { ChangedPart } from '../../../src/mock/events.js'
import { getMock } from '../admin/client.js'
import { getMessage } from '../common/format.js'
import { onEvent, onStale } from './connection.js'
import { sandbox } from './location.js'

export interface Resource<T> {
  /** The newest data. `undefined` until the first response, and after another sandbox was selected. */
  readonly data: T | undefined
  readonly error: string | undefined
  /** Reads again. Resolves when the page has the data, also if the server does not answer. */
  readonly reload: () => Promise<void>
}

interface ResourceOptions {
  /** Reads again when these parts of the selected sandbox change. */
  readonly changes: readonly (ChangedPart | 'responses')[]
  /** Minimum time between two requests, in milliseconds. @default 100 */
  readonly pause?: number
}

/** The mock of the selected sandbox, for a change by the user. */
export function currentMock(): RemoteMock {
  return getMock(sandbox.peek())
}

/**
 * Reads data of the selected sandbox, and reads them again when they change on the server.
 *
 * @param key Changes whenever `read` reads something else.
 */
export function useResource<T>(
  key: string,
  read: (mock: RemoteMock) => Promise<T>,
  { changes, pause = 100 }: ResourceOptions,
): Resource<T> {
  const name = sandbox.value
  const wanted = `${name}\n${key}`
  const [state, setState] = useState<{ readonly key: string; readonly data?: T; readonly error?: string }>()
  const latest = useRef(read)
  latest.current = read
  const loader = useRef<() => Promise<void>>(() => Promise.resolve())

  useEffect(() => {
    let isEnded = false
    let started = 0
    let shown = 0
    let timer: ReturnType<typeof setTimeout> | undefined

    async function load(): Promise<void> {
      const mine = ++started
      let next: { readonly data: T } | { readonly error: string }
      try {
        next = { data: await latest.current(getMock(name)) }
      } catch (error) {
        next = { error: getMessage(error) }
      }
      // The answer of an earlier read may arrive later.
      if (isEnded || mine < shown) return
      shown = mine
      // Beside an error, old data stay on the page.
      setState((old) => ({ ...('error' in next && old?.key === wanted ? old : {}), ...next, key: wanted }))
    }

    /** Many changes at once lead to one request. */
    function schedule(): void {
      timer ??= setTimeout(() => {
        timer = undefined
        void load()
      }, pause)
    }

    const isWanted = new Set<string>(changes)
    const endEvents = onEvent((event) => {
      if (event.type === 'change' && event.sandbox === name && isWanted.has(event.what)) schedule()
      if (event.type === 'request' && event.sandbox === name && isWanted.has('responses')) schedule()
      if (event.type === 'sandbox' && event.name === name) schedule()
    })
    loader.current = load
    const endReads = onStale(load)
    return () => {
      isEnded = true
      clearTimeout(timer)
      endEvents()
      endReads()
    }
  }, [wanted])

  const reload = useCallback(() => loader.current(), [])
  const { data, error } = state?.key === wanted ? state : {}
  return { data, error, reload }
}
