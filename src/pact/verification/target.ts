import { HEALTH_PATH, isHealth } from '../../admin/admin-path.js'
import { requestToken, type ClientCredentials } from './client-credentials.js'
import type { Fixtures } from '../../convention/volunteer/fixtures.js'
import type { VerificationReport } from '../report/report.js'
import { forward, parseJsonBody, TargetUnreachable, type Answered, type Send } from '../common/forward.js'
import type { ReadSetup, StateTarget } from '../states/definition.js'
import { SetupProblem } from '../common/problem.js'
import { serviceTokens, type ServiceTokens, type TokenSource } from './tokens.js'

/** A real service, and how to access it. */
export interface ServiceOptions {
  /** Base URL, without `/api/v0`. */
  readonly url: string
  /**
   * Tokens by scope. They are only sent to the service, never printed or saved.
   *
   * Known scopes: `volunteer:read` and `user:read`. `expired` is a token that has expired.
   *
   * @default {}
   * @example { 'volunteer:read': process.env.VOLUNTEER_TOKEN }
   */
  readonly tokens?: ServiceTokens | undefined
  /**
   * OAuth client for the scopes without a token in `tokens`.
   *
   * @example { tokenUrl: 'https://login.example.com/token', clientId: 'tests', clientSecret: process.env.SECRET }
   */
  readonly clientCredentials?: ClientCredentials | undefined
  /**
   * Ids of users of the service, for provider states.
   *
   * For states that cannot be set up in the service.
   *
   * @default {}
   * @example { userId: '123' }
   */
  readonly fixtures?: Fixtures | undefined
}

export interface Target extends StateTarget {
  readonly description: VerificationReport['target']
  /** Sends the request of an interaction. */
  readonly send: Send
  readonly tokens: TokenSource
  readonly reset: () => Promise<void>
  readonly close: () => Promise<void>
}

function itself(url: string): string {
  return `The service at ${url} is conmock itself, so nothing was compared with a real service`
}

function isFromConmock({ headers }: Pick<Answered, 'headers'>): boolean {
  return String(headers.server).startsWith('conmock/')
}

/**
 * A comparison of conmock with itself would prove nothing.
 *
 * @throws SetupProblem If the service is conmock: it answers the health check below its base URL, or at its origin.
 */
export async function checkIsNotConmock(url: string, send: Send, maxMs: number): Promise<void> {
  for (const base of new Set([url.replace(/\/+$/, ''), new URL(url).origin])) {
    const request = { method: 'GET', path: HEALTH_PATH, headers: {}, body: Buffer.alloc(0) }
    // If there is no response, the first interaction reports why.
    const health = await forward(send, new URL(base), request, maxMs).catch(() => undefined)
    if (health && (isHealth(parseJsonBody(health)) || isFromConmock(health)))
      throw new SetupProblem(itself(url))
  }
}

/**
 * Returns a function that also recognizes conmock by its responses: the admin API may be off, or a proxy may only forward the API.
 * It throws TargetUnreachable.
 */
export function refusingConmock(url: string, send: Send): Send {
  return async (request) => {
    const answer = await send(request)
    if (isFromConmock(answer)) throw new TargetUnreachable(itself(url))
    return answer
  }
}

/** Creates the function with which states read from a target. */
export function createGet(
  { send, url, tokens }: Pick<Target, 'send' | 'url' | 'tokens'>,
  what: 'service' | 'mock',
  maxMs: number,
): ReadSetup['get'] {
  return async (path, scope) => {
    const headers = { authorization: `Bearer ${await tokens.withScopes([scope], false)}` }
    const response = await forward(send, url, { method: 'GET', path, headers, body: Buffer.alloc(0) }, maxMs)
    const place = `GET ${path.replace(/\?.*$/, '?…')}`
    if (response.status === 401)
      throw new SetupProblem(`the ${what} rejects the token for ${scope} with status 401`)
    if (response.status < 200 || response.status > 299) {
      throw new SetupProblem(`the ${what} responds with ${response.status} to ${place}`)
    }
    const body = parseJsonBody(response)
    if (body !== undefined) return body
    throw new SetupProblem(`the ${what} does not respond with JSON to ${place}`)
  }
}

export function serviceTarget(options: ServiceOptions, ask: Send, maxMs: number): Target {
  const send = refusingConmock(options.url, ask)
  const { clientCredentials, fixtures = {} } = options
  const tokens = serviceTokens(
    options.tokens ?? {},
    clientCredentials && ((wanted) => requestToken(clientCredentials, wanted, send)),
  )
  const access = { send, url: new URL(options.url), tokens }
  const get = createGet(access, 'service', maxMs)
  return {
    ...access,
    description: { kind: 'service', url: options.url },
    mock: undefined,
    reset: async () => {},
    apply: ({ onService }, context, parameters) => onService({ fixtures, context, get }, parameters as never),
    close: async () => {},
  }
}
