import type { AssumptionInput, Settings } from '../../../src/contract/assumptions.js'
import type { RateLimit } from '../../../src/contract/variants.js'
import { control, result, type Schemas } from '../admin/client.js'
import { sandbox } from './location.js'
import { useResource } from './resource.js'

const ASSUMPTIONS = '/__conmock/v1/sandboxes/{sandbox}/assumptions'

/** A limit that a developer reaches after a few clicks. */
export const exampleRateLimit: RateLimit = { requests: 5, perSeconds: 10 }

export interface SandboxSettings {
  readonly settings: Settings | undefined
  /** The assumptions whose values were measured at a real service. */
  readonly measured: Schemas['Assumptions']['measured']
  readonly error: string | undefined
  readonly reload: () => void
  /**
   * Changes assumptions from the next response on.
   *
   * @throws AdminProblem If a value is invalid. Then no assumption changes.
   */
  readonly assume: (changes: AssumptionInput) => Promise<void>
}

/** The last change. Each one waits for the one before, so that they reach the server in the order of the clicks. */
let lastChange: Promise<unknown> = Promise.resolve()

export function useSettings(): SandboxSettings {
  const { data, error, reload, show } = useResource(
    'settings',
    (name) => result(control.GET(ASSUMPTIONS, { params: { path: { sandbox: name } } })),
    { changes: ['assumptions'] },
  )

  async function assume(changes: AssumptionInput): Promise<void> {
    const path = { sandbox: sandbox.peek() }
    const change = lastChange.then(() =>
      result(control.PATCH(ASSUMPTIONS, { params: { path }, body: changes as Schemas['AssumptionInput'] })),
    )
    lastChange = change.catch(() => {})
    const changed = await change
    if (path.sandbox === sandbox.peek()) show(changed)
  }

  return { settings: data?.settings, measured: data?.measured ?? {}, error, reload, assume }
}
