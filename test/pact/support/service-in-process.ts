import { respond } from '../../support/independent-service.js'
import type { StateHandlers, VerificationReport } from '../../../src/pact.js'
import type { Send } from '../../../src/pact/common/forward.js'
import type { Pact } from '../../../src/pact/pacts/pact-file.js'
import { InteractionRuns } from '../../../src/pact/verification/interaction-run.js'
import { judgeAll } from '../../../src/pact/verification/judge.js'
import { serviceProblems } from '../../../src/pact/verification/service-problems.js'
import { serviceTarget } from '../../../src/pact/verification/target.js'
import { fixtures } from './service-users.js'
import { pacts as own } from './convention-pacts.js'

const tokens = { 'volunteer:read': 'of-volunteers', 'user:read': 'of-roles', expired: 'of-old' }

/** How to access the service in `respond`, at any address. */
export const access = { tokens, fixtures }

export const scopesOfTokens = { 'of-volunteers': ['volunteer:read'], 'of-roles': ['user:read'] }

type ServiceOptions = Parameters<typeof respond>[1]

/**
 * Runs pacts against a service in this process, with everything that conmock itself checks. The native verifier is
 * missing: it would only find more.
 */
export async function runWithoutVerifier(
  pacts: readonly Pact[],
  options: ServiceOptions,
  states: StateHandlers = {},
): Promise<Pick<VerificationReport, 'interactions' | 'problems'>> {
  const send: Send = async ({ method, path, headers }) => {
    const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const { body, ...answer } = respond(
      { method, url: path, headers: sent },
      { tokens: scopesOfTokens, ...options },
    )
    return { ...answer, body: Buffer.from(JSON.stringify(body) ?? '') }
  }
  const target = serviceTarget(own, { url: 'https://service.example', ...access }, send, 1000)
  const all = pacts.flatMap(({ interactions }) => interactions)
  const runs = new InteractionRuns(target, all, states as never)
  for (const { id, request } of all) {
    const values = await runs.begin(id)
    if (!values) continue
    const { method, path, authorization } = request
    const query = 'cursor' in values ? `?nextPage=${encodeURIComponent(String(values['cursor']))}` : ''
    const headers = authorization === undefined ? {} : { authorization }
    await runs.send({ method, path: path + query, headers, body: Buffer.alloc(0) })
    await runs.end(id)
    runs.of(id)!.result = { success: true, mismatches: [], exceptions: [] }
  }
  const checks = { specification: true, assumptions: false, showValues: false }
  const { interactions } = judgeAll(runs, checks)
  return { interactions, problems: await serviceProblems(interactions, runs) }
}
