import type { PactApi } from '../pact/parts/pact-api.js'
import { convention } from './convention.js'

/**
 * Loads what pacts say about the convention, which only some commands need.
 *
 * @param extension The option `extend`, checked.
 */
export async function loadPacts(extension?: unknown): Promise<PactApi> {
  const [{ bindPacts }, { conventionPacts }] = await Promise.all([
    import('../pact/parts/pact-api.js'),
    import('./pacts.js'),
  ])
  if (extension === undefined) return bindPacts(convention, conventionPacts)
  const { extendPacts } = await import('../extended-pacts/extended-pacts.js')
  return extendPacts(convention, conventionPacts, extension)
}
