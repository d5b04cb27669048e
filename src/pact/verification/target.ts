import { HEALTH_PATH, isHealth } from '../../admin/admin-path.js'
import { requestToken, type ClientCredentials } from './client-credentials.js'
import type { VerificationReport } from '../report/report.js'
import {
  forward,
  parseJsonBody,
  TargetUnreachableError,
  type Answered,
  type ForwardedRequest,
  type Send,
  type ServedResponse,
} from '../common/forward.js'
import type { PactApi } from '../parts/pact-api.js'
import type { Fixtures, StateTarget } from '../states/definition.js'
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
  readonly pacts: PactApi
  readonly description: VerificationReport['target']
  readonly tokens: TokenSource
  /** Sends a request. @throws TargetUnreachableError */
  readonly send: (request: ForwardedRequest) => Promise<ServedResponse>
  /** Whether any response was a success, as no other program at this URL would send it. */
  readonly hasSucceeded: () => boolean
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
    const request = { method: 'GET', path: HEALTH_PATH, headers: {} }
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

/** Adds the function with which states read from a target. */
export function createTarget(target: Omit<Target, 'get'>): Target {
  const what = target.shown.target
  return {
    ...target,
    async get(path, needed, { method, body: sent } = { method: 'GET' }) {
      const scope = needed ?? target.tokens.anyScope
      const authorization = `Bearer ${await target.tokens.withScopes([scope], false)}`
      const json = sent === undefined ? undefined : Buffer.from(JSON.stringify(sent))
      const headers = { authorization, ...(json && { 'content-type': 'application/json' }) }
      const response = await target.send({ method, path, headers, ...(json && { body: json }) })
      const place = `${method} ${path.replace(/\?.*$/, '?…')}`
      if (response.status === 401)
        throw new SetupProblem(`the ${what} rejects the token for ${scope} with status 401`)
      if (response.status < 200 || response.status > 299) {
        const why = response.status === 403 ? `, so the token may lack the scope ${scope}` : ''
        throw new SetupProblem(`the ${what} responds with ${response.status} to ${place}${why}`)
      }
      const body = parseJsonBody(response)
      if (body !== undefined) return body
      throw new SetupProblem(`the ${what} does not respond with JSON to ${place}`)
    },
  }
}

/** Whether a response is a success that another program at this URL would not send. Pages and texts are what others send to everything. */
function isSuccess({ status, headers, body }: ServedResponse): boolean {
  if (status < 200 || status > 299) return false
  const isOther = body.length > 0 && !/^text\/(?:html|plain)|json|^$/i.test(headers['content-type'] ?? '')
  return status === 204 || isOther || parseJsonBody({ body }) !== undefined
}

export function serviceTarget(pacts: PactApi, options: ServiceOptions, ask: Send, maxMs: number): Target {
  const send = refusingConmock(options.url, ask)
  const url = new URL(options.url)
  const { clientCredentials, fixtures = {} } = options
  let hasSucceeded = false
  return createTarget({
    pacts,
    fixtures,
    description: { kind: 'service', url: options.url },
    shown: { target: 'service', mock: undefined, url: url.href.replace(/\/$/, '') },
    tokens: serviceTokens(
      pacts.api.scopes,
      options.tokens ?? {},
      clientCredentials && ((wanted) => requestToken(clientCredentials, wanted, send)),
    ),
    async send(request) {
      const served = await forward(send, url, request, maxMs)
      hasSucceeded ||= isSuccess(served)
      return served
    },
    hasSucceeded: () => hasSucceeded,
    close: async () => {},
  })
}
