import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../admin/problem.js'
import type { ChangedPart } from '../admin/events.js'
import { onEvent, onStale } from './connection.js'
import { sandbox } from './location.js'

export interface Resource<T> {
  /** The newest data. `undefined` until the first response, and after another sandbox was selected. */
  readonly data: T | undefined
  readonly error: string | undefined
  readonly reload: () => void
  /** Shows what the server returned for a change, until the next read. A pending read is repeated, because its data may be older. */
  readonly show: (data: T) => void
}

interface ResourceOptions {
  /** Reads again when these parts of the selected sandbox change. */
  readonly changes: readonly (ChangedPart | 'responses')[]
  /** Minimum time between two requests, in milliseconds. @default 100 */
  readonly pause?: number
}

/**
 * Reads data of the selected sandbox, and reads them again when they change on the server.
 *
 * @param key Changes whenever `read` reads something else.
 * @param read Returns the data of a sandbox.
 */
export function useResource<T>(
  key: string,
  read: (sandbox: string) => Promise<T>,
  { changes, pause = 100 }: ResourceOptions,
): Resource<T> {
  const name = sandbox.value
  const wanted = `${name}\n${key}`
  const [state, setState] = useState<{ readonly key: string; readonly data?: T; readonly error?: string }>()
  const latest = useRef(read)
  latest.current = read
  const handlers = useRef<Pick<Resource<T>, 'reload' | 'show'>>({ reload() {}, show() {} })

  useEffect(() => {
    let isEnded = false
    let isReading = false
    let isStale = false
    /** Whether the data of the pending read may be older than what the page shows. */
    let isOutdated = false
    let timer: ReturnType<typeof setTimeout> | undefined

    async function load(): Promise<void> {
      if (isReading) {
        isStale = true
        return
      }
      isReading = true
      isStale = false
      isOutdated = false
      try {
        const data = await latest.current(name)
        if (isOutdated) isStale = true
        else if (!isEnded) setState({ key: wanted, data })
      } catch (error) {
        // Old data stay on the page, but the user must know that they are old.
        if (!isEnded)
          setState((old) => ({ ...(old?.key === wanted ? old : {}), key: wanted, error: messageOf(error) }))
      }
      isReading = false
      if (isStale && !isEnded) schedule()
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
    handlers.current = {
      reload: () => void load(),
      show(data) {
        isOutdated = true
        setState({ key: wanted, data })
      },
    }
    const endReads = onStale(load)
    return () => {
      isEnded = true
      clearTimeout(timer)
      endEvents()
      endReads()
    }
  }, [wanted])

  const reload = useCallback(() => handlers.current.reload(), [])
  const show = useCallback((data: T) => handlers.current.show(data), [])
  const { data, error } = state?.key === wanted ? state : {}
  return { data, error, reload, show }
}
