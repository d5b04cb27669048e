import type { Send } from '../../src/pact/common/forward.js'
import type { ServiceOptions } from '../../src/pact/verification/target.js'
import { probe, type ProbeReport } from '../../src/probe/probe.js'
import { createMock, type MockOptions } from '../../src/index.js'
import type { AssumptionName } from '../../src/convention/assumptions.js'
import { convention } from '../../src/convention/convention.js'
import { conventionProbe } from '../../src/convention/probed.js'
import { bindProbe } from '../../src/probe/probe-api.js'

const conventionProbed = bindProbe(convention, conventionProbe)

export const url = 'https://reg.example.com'

/** Answers a request as a service would. */
export type Service = (request: Request) => Response | Promise<Response>

function sendTo(service: Service): Send {
  return async ({ origin, path, method, headers, body }) => {
    const init = { method, headers: headers as Record<string, string> }
    const response = await service(
      new Request(origin + path, method === 'GET' ? init : { ...init, body: String(body) }),
    )
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  }
}

/** Probes without pauses, so that tests are fast. */
export function probeWith(
  against: Omit<ServiceOptions, 'url'> & { readonly url?: string },
  service?: Service,
  limits: { readonly responseMs?: number; readonly totalMs?: number } = {},
): Promise<ProbeReport> {
  const all = { pauseMs: 0, responseMs: 10_000, totalMs: 55_000, ...limits }
  return probe(conventionProbed, { url, ...against }, all, ...(service ? [sendTo(service)] : []))
}

/** The built-in client of a mock. */
export const clientCredentials = {
  tokenUrl: `${url}/api/oauth/token`,
  clientId: 'conmock',
  clientSecret: 'conmock-secret',
}

/** Probes a mock with every fixture and two tokens. */
export async function probeMock(options: MockOptions = {}) {
  const mock = createMock(options)
  const departments = [{ id: '1', states: [], name: 'Registration' }]
  const known = await mock.volunteers.create({ departments, user: { preferredName: 'Ash' } })
  const unset = await mock.volunteers.create({ departments, user: { preferredName: undefined } })
  const user = await mock.users.create()
  const requests: Request[] = []
  const tokens = { 'user:read': 'mock-user-read', 'volunteer:read': 'mock-volunteer-read' }
  const others = { userWithPreferredNameAbsent: unset.user.id, userWithoutRecord: user.id }
  const fixtures = { userId: known.user.id, ...others, unknownUser: 'nobody' }
  const report = await probeWith({ tokens, fixtures }, (request) => {
    requests.push(request)
    return mock.fetch(request)
  })
  return { report, mock, requests }
}

/** The values that were measured, by assumption. */
export function measuredIn({ findings }: ProbeReport): { readonly [Name in AssumptionName]?: string } {
  const measured = Object.entries(findings).filter(([, { problem }]) => problem === undefined)
  return Object.fromEntries(measured.map(([name, { value }]) => [name, String(value)]))
}

/** What the service does and the mock cannot do, by assumption. */
export function missingIn({ findings }: ProbeReport): { readonly [Name in AssumptionName]?: unknown } {
  const missing = Object.entries(findings).filter(([, each]) => each.problem !== undefined && 'value' in each)
  return Object.fromEntries(missing.map(([name, { value }]) => [name, value]))
}
