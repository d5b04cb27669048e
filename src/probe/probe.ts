import { checkOptions, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { isLoopbackHost } from '../common/hosts.js'
import type { Profile } from '../contract/assumptions.js'
import { scopes, type Scope } from '../contract/scopes.js'
import { serviceSchema } from '../pact/verification/verify-options.js'
import type { ServiceOptions } from '../pact/verification/target.js'
import { findingsOf } from './findings.js'
import { healthUrls, MAX_REQUESTS, observe, type ProbeLimits } from './observe.js'
import { inWords, planProbe, type Tokens } from './plan.js'
import type { ProbeReport } from './report.js'
import type { Transport } from './request.js'

export interface ProbeOptions {
  readonly against: ServiceOptions
  /** The profile that the mock has where nothing was measured. */
  readonly profile: Profile
  /** The time, in milliseconds since 1970. */
  readonly now: number
  /** @default 200 ms between two requests, 10 s for a response, 55 s for all */
  readonly limits?: ProbeLimits
  /** @default fetch */
  readonly transport?: Transport
}

const LIMITS: ProbeLimits = { pauseMs: 200, responseMs: 10_000, totalMs: 55_000 }

const schema = optionsSchema<{ against: ServiceOptions }>({ against: serviceSchema })

function checkIsSecure(address: string, option: string): void {
  const { protocol, host } = new URL(address)
  if (protocol === 'https:' || isLoopbackHost(host)) return
  throw new InvalidOptionError(
    'must start with https://, because it gets tokens or secrets; only an address of this machine may start with http://',
    option,
  )
}

/** @throws InvalidOptionError If an option is invalid. */
function checkService(against: ServiceOptions): void {
  checkOptions(schema, { against })
  const { url, clientCredentials, fixtures = {} } = against
  checkIsSecure(url, 'against.url')
  if (clientCredentials) checkIsSecure(clientCredentials.tokenUrl, 'against.clientCredentials.tokenUrl')
  for (const [name, id] of Object.entries(fixtures)) {
    // A URL cannot have such a segment: the request would be one for another path.
    if (id !== '.' && id !== '..') continue
    throw new InvalidOptionError('must be the id of a user', `against.fixtures.${name}`)
  }
}

/**
 * Returns the requests that a probe would send, one in each line.
 *
 * @throws InvalidOptionError If an option is invalid.
 */
export function plannedRequests(against: ServiceOptions): string[] {
  checkService(against)
  const { url, clientCredentials, tokens = {}, fixtures = {} } = against
  const isGiven = (scope: Scope) => tokens[scope] !== undefined || clientCredentials !== undefined
  const known = scopes.filter(isGiven).map((scope) => [scope, tokens[scope] ?? ''])
  const { steps } = planProbe(Object.fromEntries(known) as Tokens, fixtures)
  return [
    ...healthUrls(url).map((address) => `GET ${address} to see whether the service is conmock`),
    ...(clientCredentials ? [`POST ${clientCredentials.tokenUrl}`] : []),
    ...steps.flatMap(({ name }) => [
      inWords[name],
      ...(name === 'roles' ? ['  and the pages after it'] : []),
    ]),
    `At most ${MAX_REQUESTS} GET requests, one after another.`,
  ]
}

/**
 * Measures which variants of the assumptions a real service has. Only sends GET requests, and one request for a token if
 * there is an OAuth client.
 *
 * @throws InvalidOptionError If an option is invalid.
 * @throws SetupProblem If the service is conmock itself.
 */
export async function probe(options: ProbeOptions): Promise<ProbeReport> {
  const { against, profile, now, limits = LIMITS, transport = fetch } = options
  checkService(against)
  const observations = await observe(against, transport, limits)
  const { requests, ended } = observations
  return {
    measured: new Date(now).toISOString().slice(0, 10),
    profile,
    requests,
    ...(ended === undefined ? {} : { ended }),
    findings: findingsOf(observations, against),
  }
}
