import type { AssumptionName } from '../../src/contract/assumptions.js'
import type { ServiceOptions } from '../../src/pact/verification/target.js'
import { probe } from '../../src/probe/probe.js'
import type { Finding, ProbeReport } from '../../src/probe/report.js'
import type { Transport } from '../../src/probe/request.js'
import { createMock, type MockOptions } from '../../src/index.js'

export const url = 'https://reg.example.com'

const day = Date.UTC(2026, 10, 23, 23, 59)

/** Probes without pauses, so that tests are fast. */
export function probeWith(
  against: Omit<ServiceOptions, 'url'> & { readonly url?: string },
  transport?: Transport,
  responseMs = 10_000,
): Promise<ProbeReport> {
  const limits = { pauseMs: 0, responseMs, totalMs: 55_000 }
  const options = { against: { url, ...against }, profile: 'spec', now: day, limits } as const
  return probe({ ...options, ...(transport ? { transport } : {}) })
}

/** The built-in client of a mock. */
export const clientCredentials = {
  tokenUrl: `${url}/api/oauth/token`,
  clientId: 'conmock',
  clientSecret: 'conmock-secret',
}

/** Probes a mock with every fixture, two tokens and an OAuth client. */
export async function probeMock(options: MockOptions = {}) {
  const mock = createMock({ ...options, assumedHeader: false })
  const departments = [{ id: '1', states: [], name: 'Registration' }]
  const known = await mock.volunteers.create({ departments, user: { preferredName: 'Ash' } })
  const unset = await mock.volunteers.create({ departments, user: { preferredName: undefined } })
  const user = await mock.users.create()
  const requests: Request[] = []
  const tokens = { 'user:read': 'mock-user-read', 'volunteer:read': 'mock-volunteer-read' }
  const others = { userWithPreferredNameAbsent: unset.user.id, userWithoutRecord: user.id }
  const fixtures = { userId: known.user.id, ...others, unknownUser: 'nobody' }
  const report = await probeWith({ tokens, clientCredentials, fixtures }, async (request) => {
    requests.push(request)
    return mock.fetch(request)
  })
  return { report, mock, requests }
}

/** The findings with this verdict: their values by name. */
export function findingsWith(
  { findings }: ProbeReport,
  verdict: Finding['verdict'],
): { readonly [Name in AssumptionName]?: string } {
  const all = Object.entries(findings).filter(([, finding]) => finding.verdict === verdict)
  return Object.fromEntries(all.map(([name, { value }]) => [name, String(value)]))
}
