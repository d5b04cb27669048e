import { setTimeout as wait } from 'node:timers/promises'
import { isPlainObject } from '../common/plain-object.js'
import type { RoleList } from '../contract/resources.js'
import { scopes } from '../contract/scopes.js'
import { HEALTH_PATH, isHealth } from '../admin/admin-path.js'
import { TargetUnreachable, type Send } from '../pact/common/forward.js'
import { SetupProblem } from '../pact/common/problem.js'
import { findViolations } from '../pact/common/specification.js'
import { requestToken } from '../pact/verification/client-credentials.js'
import { basesOf, type ServiceOptions } from '../pact/verification/target.js'
import { pathOf, planProbe, type Step, type StepName, type Tokens } from './plan.js'
import { isServerError, sendRequest, type Seen, type Transport } from './request.js'

/** At most this many GET requests. */
export const MAX_REQUESTS = 40

/** How a probe sends its requests. */
export interface ProbeLimits {
  /** Time between two requests, in milliseconds. */
  readonly pauseMs: number
  /** Time limit of a response, in milliseconds. */
  readonly responseMs: number
  /** Time limit of the probe, in milliseconds. */
  readonly totalMs: number
}

export interface Observations {
  readonly responses: ReadonlyMap<StepName, Seen>
  /** Why a request was not sent. */
  readonly missing: ReadonlyMap<StepName, string>
  /** The pages of roles that were read, from the first. */
  readonly pages: readonly RoleList[]
  /** Why the last page was not read, if it was not. */
  readonly noLastPage: string | undefined
  /** Status of the token endpoint; `undefined` without a request or a response. */
  readonly tokenStatus?: number | undefined
  readonly hasToken: boolean
  readonly requests: { readonly get: number; readonly post: number }
  /** Why the probe ended early. */
  readonly ended: string | undefined
}

/** The base URL without a slash at the end. */
export function baseOf(url: string): string {
  return url.replace(/\/+$/, '')
}

/** A page of roles. An object without both fields can come from anything that answers with JSON. */
export function rolePageOf(seen: Seen): RoleList | undefined {
  if ('failure' in seen || seen.status !== 200 || !isPlainObject(seen.json)) return undefined
  const isPage = 'data' in seen.json || 'nextPage' in seen.json
  return isPage && findViolations(seen.json, 'RoleList').length === 0 ? seen.json : undefined
}

/** Sends requests one after another, and ends when the service is in trouble. */
class Client {
  readonly requests = { get: 0, post: 0 }
  ended: string | undefined
  #failures = 0
  #serverErrors = 0
  readonly #transport: Transport
  readonly #limits: ProbeLimits
  readonly #end: AbortSignal

  constructor(transport: Transport, limits: ProbeLimits) {
    this.#transport = transport
    this.#limits = limits
    this.#end = AbortSignal.timeout(limits.totalMs)
  }

  async send(url: string, method: string, headers: Record<string, string>, body?: string): Promise<Seen> {
    if (this.ended !== undefined) return { failure: `not sent, because ${this.ended}` }
    if (this.requests.get + this.requests.post > 0) await wait(this.#limits.pauseMs)
    this.requests[method === 'GET' ? 'get' : 'post']++
    const request = { method, headers, ...(body === undefined ? {} : { body }) }
    const signal = AbortSignal.any([this.#end, AbortSignal.timeout(this.#limits.responseMs)])
    const seen = await sendRequest(url, request, this.#transport, signal)
    if ('failure' in seen) this.#failures++
    else if (isServerError(seen)) this.#serverErrors++
    if (this.#end.aborted) this.ended = `${this.#limits.totalMs / 1000} seconds are over`
    else if (this.#failures === 2) this.ended = 'the service gave no response twice'
    else if (this.#serverErrors === 3) this.ended = 'the service responded with a status from 500 three times'
    else if ('status' in seen && seen.status === 429) this.ended = 'the service responded with 429'
    return seen
  }
}

/** Requests one token, with all scopes for which no token is given. */
async function addToken(
  { tokens = {}, clientCredentials }: ServiceOptions,
  client: Client,
): Promise<{ tokens: Tokens } & Pick<Observations, 'tokenStatus' | 'hasToken'>> {
  if (!clientCredentials) return { tokens, hasToken: false }
  const missing = scopes.filter((scope) => tokens[scope] === undefined)
  let tokenStatus: number | undefined
  const send: Send = async ({ origin, path, method, headers, body }) => {
    const text = Buffer.from(body).toString('utf8')
    const seen = await client.send(origin + path, method, headers as Record<string, string>, text)
    if ('failure' in seen) throw new TargetUnreachable(seen.failure)
    tokenStatus = seen.status
    return { status: tokenStatus, headers: { 'content-type': seen.mediaType }, body: Buffer.from(seen.text) }
  }
  try {
    const token = await requestToken(clientCredentials, missing.length > 0 ? missing : scopes, send)
    // A service may send anything as a token. A header may not have every character.
    if (!/^[\x21-\x7e]+$/.test(token)) return { tokens, tokenStatus, hasToken: false }
    const added = Object.fromEntries(missing.map((scope) => [scope, token]))
    return { tokens: { ...tokens, ...added }, tokenStatus, hasToken: true }
  } catch (error) {
    if (error instanceof SetupProblem) return { tokens, tokenStatus, hasToken: false }
    throw error
  }
}

/** The first page and the pages after it. */
async function readPages(
  first: RoleList,
  read: (cursor: string) => Promise<Seen>,
  maxPages: number,
): Promise<Pick<Observations, 'pages' | 'noLastPage'>> {
  const pages = [first]
  const cursors = new Set<string>()
  for (;;) {
    const { nextPage: cursor } = pages.at(-1)!
    if (cursor === undefined || cursor === null) return { pages, noLastPage: undefined }
    if (cursors.has(cursor)) return { pages, noLastPage: 'a page has the cursor of an earlier page' }
    if (pages.length === maxPages) return { pages, noLastPage: `there are more than ${maxPages} pages` }
    cursors.add(cursor)
    const page = rolePageOf(await read(cursor))
    if (!page) return { pages, noLastPage: 'a further page could not be read' }
    pages.push(page)
  }
}

/** The addresses where conmock answers its health check, as for `verify`. */
export function healthUrls(url: string): string[] {
  return basesOf(url).map((base) => base + HEALTH_PATH)
}

/**
 * Sends the requests of a probe.
 *
 * @throws SetupProblem If the service is conmock itself.
 */
export async function observe(
  service: ServiceOptions,
  transport: Transport,
  limits: ProbeLimits,
): Promise<Observations> {
  const client = new Client(transport, limits)
  for (const url of healthUrls(service.url)) {
    const health = await client.send(url, 'GET', {})
    if ('json' in health && isHealth(health.json)) {
      throw new SetupProblem(`The service at ${service.url} is conmock itself, so nothing was measured`)
    }
  }
  const { tokens, ...token } = await addToken(service, client)
  const { fixtures = {} } = service
  const { steps, missing } = planProbe(tokens, fixtures)

  function get(path: string, { scope, header }: Pick<Step, 'scope' | 'header'>): Promise<Seen> {
    const authorization = scope === undefined ? header?.[0] : `Bearer ${tokens[scope]!}`
    const headers = authorization === undefined ? undefined : { authorization }
    return client.send(baseOf(service.url) + path, 'GET', headers ?? {})
  }

  const responses = new Map<StepName, Seen>()
  let roles: Pick<Observations, 'pages' | 'noLastPage'> = { pages: [], noLastPage: undefined }
  for (const step of steps) {
    const seen = await get(pathOf(step, fixtures), step)
    responses.set(step.name, seen)
    const first = step.name === 'roles' ? rolePageOf(seen) : undefined
    if (!first) continue
    const readNext = (cursor: string) => get(`${step.path}?nextPage=${encodeURIComponent(cursor)}`, step)
    // Every other request stays possible.
    const maxPages = MAX_REQUESTS - client.requests.get - steps.length + 2
    roles = await readPages(first, readNext, maxPages)
  }
  const { requests, ended } = client
  return { responses, missing, ...roles, ...token, requests, ended }
}
