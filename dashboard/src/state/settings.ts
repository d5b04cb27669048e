import type { AssumptionInput, Settings } from '../../../src/contract/assumption.js'
import { currentMock, useResource, type Resource } from './resource.js'

export interface SandboxSettings extends Resource<Settings> {
  /**
   * Changes assumptions from the next response on. Resolves when the page shows them.
   *
   * @throws InvalidOptionError If a value is invalid. Then no assumption changes.
   */
  readonly assume: (changes: AssumptionInput) => Promise<void>
}

/** The last change. Each one waits for the one before, so that they reach the server in the order of the clicks. */
let lastChange: Promise<unknown> = Promise.resolve()

export function useSettings(): SandboxSettings {
  const resource = useResource('settings', (mock) => mock.settings, { changes: ['assumptions'] })

  async function assume(changes: AssumptionInput): Promise<void> {
    const mock = currentMock()
    const change = lastChange.then(() => mock.assume(changes))
    lastChange = change.catch(() => {})
    await change
    await resource.reload()
  }

  return { ...resource, assume }
}
