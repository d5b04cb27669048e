import type { PactApi } from '../pact/parts/pact-api.js'
import { convention } from './convention.js'

/** Loads what pacts say about the convention, which only some commands need. */
export async function loadPacts(_extension?: unknown): Promise<PactApi> {
  const [{ bindPacts }, { conventionPacts }] = await Promise.all([
    import('../pact/parts/pact-api.js'),
    import('./pacts.js'),
  ])
  return bindPacts(convention, conventionPacts)
}
