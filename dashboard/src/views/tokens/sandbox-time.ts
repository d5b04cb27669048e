import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { control, result } from '../../admin/client.js'
import { sandbox } from '../../state/location.js'
import { useResource, type Resource } from '../../state/resource.js'

const CLOCK = '/__conmock/v1/sandboxes/{sandbox}/clock'

interface SandboxClock {
  /** The time of the sandbox when it was read, in milliseconds since 1970. */
  readonly now: number
  /** The time of this machine at that moment. */
  readonly readAt: number
  /** Whether the clock stands still, because the sandbox has the option `now`. */
  readonly isStill: boolean
}

async function readTime(name: string): Promise<number> {
  const { now } = await result(control.GET(CLOCK, { params: { path: { sandbox: name } } }))
  return now
}

/** Reads the clock twice, because only this shows whether it stands still. */
async function readClock(name: string): Promise<SandboxClock> {
  const first = await readTime(name)
  await new Promise((resolve) => setTimeout(resolve, 30))
  const now = await readTime(name)
  return { now, readAt: Date.now(), isStill: now === first }
}

export interface SandboxTime {
  readonly clock: Resource<SandboxClock>
  /** The time of the selected sandbox, updated every second. `undefined` until it is known. */
  readonly time: ReadonlySignal<number | undefined>
}

/** The time of the selected sandbox. The page counts the seconds itself. */
export function useSandboxTime(): SandboxTime {
  const clock = useResource('clock', readClock, { changes: ['clock'] })
  const time = useSignal<number | undefined>(undefined)
  const { data } = clock
  useEffect(() => {
    if (!data) return undefined
    const { now, readAt, isStill } = data
    const update = () => {
      time.value = isStill ? now : now + Date.now() - readAt
    }
    update()
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  }, [data])
  return { clock, time }
}

/** @throws AdminProblem If the number is invalid. */
export async function advanceClock(seconds: number): Promise<void> {
  const path = { sandbox: sandbox.peek() }
  await result(control.PATCH(CLOCK, { params: { path }, body: { advance: seconds } }))
}
