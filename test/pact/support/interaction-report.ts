import type { InteractionReport } from '../../../src/pact.js'

/** The report of a verified interaction, with changes. */
export function interactionReport(changes: Partial<InteractionReport> = {}): InteractionReport {
  const parties = { consumer: 'badges', provider: 'api', description: 'the roles', pact: 'pacts/badges.json' }
  const lists = { states: [], mismatches: [], assumptions: [] }
  const request = 'GET /api/v0/roles'
  return { ...parties, ...lists, request, pending: false, outcome: 'verified', ...changes }
}
