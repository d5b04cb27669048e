import { HEALTH_PATH, isHealth } from '../../admin/admin-path.js'
import { requestToken, type ClientCredentials } from './client-credentials.js'
import type { VerificationReport } from '../report/report.js'
import {
  forward,
  parseJsonBody,
  TargetUnreachableError,
  type Answered,
  type Send,
} from '../common/forward.js'
import type { PactApi } from '../parts/pact-api.js'
import type { Fixtures, ReadSetup, StateTarget } from '../states/definition.js'
import { SetupProblem } from '../../common/errors.js'
import { serviceTokens, type ServiceTokensOf, type TokenSource } from './tokens.js'

/** A real service, and how to access it. @typeParam Scope A scope of the API. @typeParam Ids The fixtures. */
export interface ServiceOptionsOf<Scope extends string, Ids> {
  /** Base URL, without the prefix of the API. */
  readonly url: string
  /** Tokens by scope. They are only sent to the service, never printed or saved. */
  readonly tokens?: ServiceTokensOf<Scope> | undefined
  /**
   * OAuth client for the scopes without a token in `tokens`.
   *
   * @example { tokenUrl: 'https://login.example.com/token', clientId: 'tests', clientSecret: process.env.SECRET }
   */
  readonly clientCredentials?: ClientCredentials | undefined
  /** Ids of records of the service, for provider states that cannot be set up there. */
  readonly fixtures?: Ids | undefined
}

export interface ServiceOptions extends ServiceOptionsOf<string, Fixtures> {}

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
 * It throws TargetUnreachableError.
 */
export function refusingConmock(url: string, send: Send): Send {
  return async (request) => {
    const answer = await send(request)
    if (isFromConmock(answer)) throw new TargetUnreachableError(itself(url))
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

export function serviceTarget(
  { api, definitions }: PactApi,
  options: ServiceOptions,
  ask: Send,
  maxMs: number,
): Target {
  const send = refusingConmock(options.url, ask)
  const { clientCredentials, fixtures = {} } = options
  const tokens = serviceTokens(
    api.scopes,
    options.tokens ?? {},
    clientCredentials && ((wanted) => requestToken(clientCredentials, wanted, send)),
  )
  const access = { send, url: new URL(options.url), tokens }
  const get = createGet(access, 'service', maxMs)
  return {
    ...access,
    api,
    definitions,
    description: { kind: 'service', url: options.url },
    mock: undefined,
    reset: async () => {},
    apply: ({ onService }, context, parameters) =>
      onService({ api, fixtures, context, get }, parameters as never),
    close: async () => {},
  }
}
