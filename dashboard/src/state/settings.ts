import { useState } from 'preact/hooks'
import type { AssumptionInput, Settings } from '../../../src/contract/assumptions.js'
import type { RateLimit } from '../../../src/contract/variants.js'
import { control, result, type Schemas } from '../control/client.js'
import { space } from './location.js'
import { useResource } from './resource.js'

const ASSUMPTIONS = '/__conmock/v1/spaces/{space}/assumptions'

/** A limit that a developer reaches after a few clicks. */
export const exampleRateLimit: RateLimit = { requests: 5, perSeconds: 10 }

interface SpaceSettings {
  /** `undefined` until they are read. */
  readonly settings: Settings | undefined
  readonly error: string | undefined
  readonly reload: () => void
  /**
   * Changes assumptions from the next response on.
   *
   * @throws ControlProblem If a value is invalid. Then no assumption changes.
   */
  readonly assume: (changes: AssumptionInput) => Promise<void>
}

/** The value of every assumption in the selected space. */
export function useSettings(): SpaceSettings {
  const { data, error, reload } = useResource(
    'settings',
    async (name) => (await result(control.GET(ASSUMPTIONS, { params: { path: { space: name } } }))).settings,
    { changes: ['assumptions'] },
  )
  const [changed, setChanged] = useState<{ readonly from: typeof data; readonly to: typeof data }>()

  async function assume(changes: AssumptionInput): Promise<void> {
    const { settings } = await result(
      control.PATCH(ASSUMPTIONS, {
        params: { path: { space: space.peek() } },
        body: changes as Schemas['AssumptionInput'],
      }),
    )
    setChanged({ from: data, to: settings })
  }

  // The page shows the response to a change until it has read newer values.
  const settings = changed && changed.from === data ? changed.to : data
  return { settings, error, reload, assume }
}
