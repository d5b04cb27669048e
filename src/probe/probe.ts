import { setTimeout as wait } from 'node:timers/promises'
import { checkOptions, optionsSchema } from '../common/check-options.js'
import { InvalidOptionError, SetupProblem } from '../common/errors.js'
import { isLoopbackHost } from '../common/hosts.js'
import { isPlainObject } from '../common/plain-object.js'
import { version } from '../common/version.js'
import { describe, fieldsOf } from '../common/description.js'
import type { ProfileFile } from '../contract/profile-file.js'
import { parseValue } from '../contract/variants.js'
import {
  forward,
  parseJsonBody,
  TargetUnreachableError,
  type Send,
  type ServedResponse,
} from '../pact/common/forward.js'
import { throughProxy } from '../pact/common/proxy.js'
import { sendRequest } from '../pact/common/send-request.mjs'
import { findViolations } from '../pact/common/specification.js'
import { MissingFlagsError, StateUnavailableError } from '../pact/states/definition.js'
import { isUnreadable } from '../pact/states/list-states.js'
import { requestToken } from '../pact/verification/client-credentials.js'
import { checkIsNotConmock, refusingConmock, type ServiceOptions } from '../pact/verification/target.js'
import { serviceTokens } from '../pact/verification/tokens.js'
import { createServiceSchema } from '../pact/verification/verify-options.js'
import { inWords, unasked, type ProbeAnswer, type ProbeRequest } from './row.js'
import type { ProbeApi } from './probe-api.js'

/** What a service does where the API specification is open. It contains no text of the service. */
interface Finding {
  /** A variant of the assumption or, if there is a problem, something that the mock cannot do. */
  readonly value?: string | number
  /** Why nothing was measured, or that the mock has no such variant. */
  readonly problem?: string
}

export interface ProbeReport {
  readonly findings: { readonly [assumption: string]: Finding }
  readonly requests: { readonly get: number; readonly post: number }
}

/** For an assumption that the table does not have. */
const noRow = unasked('a probe does not measure it')

/** At most this many GET requests. */
export const MAX_REQUESTS = 40

const LIMITS = { pauseMs: 200, responseMs: 10_000, totalMs: 55_000 }

/** @throws InvalidOptionError If an option is invalid. */
export function checkService(probed: ProbeApi, against: ServiceOptions): void {
  const schema = optionsSchema<{ against: ServiceOptions }>({ against: createServiceSchema(probed) })
  checkOptions(schema, { against })
  const { url, clientCredentials } = against
  const addresses = { url, 'clientCredentials.tokenUrl': clientCredentials?.tokenUrl ?? url }
  for (const [option, address] of Object.entries(addresses)) {
    const { protocol, host } = new URL(address)
    if (protocol === 'https:' || isLoopbackHost(host)) continue
    throw new InvalidOptionError(
      'must start with https://, because it gets tokens or secrets; only an address of this machine may start with http://',
      `against.${option}`,
    )
  }
}

/** Returns the response as the table reads it, or why it shows nothing: not only the API could have sent it. */
function read(
  { api }: ProbeApi,
  { status, headers, body }: ServedResponse,
  request: ProbeRequest,
): ProbeAnswer | string {
  const mediaType = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  const json = /^application\/(?:[\w.-]+\+)?json$/.test(mediaType) ? parseJsonBody({ body }) : undefined
  if (status >= 300 && status < 400) return `status ${status}, a redirect`
  if (status >= 500 && status !== 501) return `status ${status}, which may be temporary`
  if (json === undefined && body.length > 0) return `status ${status} without JSON`
  const { scope, exactly, response, status: success = 200 } = request
  if (status === 401 && scope && !exactly) return 'status 401: the service does not accept the token'
  // An object without these fields can come from anything that answers with JSON.
  const fields = response === undefined ? [] : fieldsOf(describe(api.schemas[response]!))
  const isOurs = isPlainObject(json) && fields.some(({ name }) => name in json)
  const isValid = status === success && isOurs && findViolations(api, json, response!).length === 0
  const isPage = api.lists.some((operation) => operation.response === response)
  if (isValid && isPage && isUnreadable(json)) return 'status 200 with a page whose list is not in "data"'
  return {
    status,
    mediaType,
    json,
    pages: isValid && isPage ? [json] : [],
    record: isValid && !isPage ? json : undefined,
  }
}

/**
 * Finds out what a real service does where the API specification is open. Sends GET requests, and one request for a token
 * for each scope if there is an OAuth client.
 *
 * @throws InvalidOptionError If an option is invalid.
 * @throws SetupProblem If the service is conmock itself.
 * @throws TargetUnreachableError If a request gets no response in time, or the status 429.
 */
export async function probe(
  probed: ProbeApi,
  against: ServiceOptions,
  { pauseMs, responseMs, totalMs } = LIMITS,
  send: Send = throughProxy(sendRequest),
): Promise<ProbeReport> {
  const { api, requests, table } = probed
  checkService(probed, against)
  const { url, clientCredentials, fixtures = {} } = against
  const count = { get: 0, post: 0 }
  const end = performance.now() + totalMs

  /** @param name Names the request without an id or a cursor. */
  function sendAs(name: string): Send {
    return async (request) => {
      if (pauseMs > 0 && count.get + count.post > 0) await wait(pauseMs)
      count[request.method === 'GET' ? 'get' : 'post']++
      const left = end - performance.now()
      if (left <= 0) throw new TargetUnreachableError(`timed out after ${totalMs / 1000} s, before ${name}`)
      const headers = { ...request.headers, 'user-agent': `conmock-probe/${version}` }
      const limited = { ...request, headers, maxMs: Math.min(request.maxMs, left) }
      const { status, ...answer } = await send(limited).catch((error: Error) => {
        throw new TargetUnreachableError(`no response to ${name}: ${error.message}`)
      })
      if (status === 429) throw new TargetUnreachableError(`the service responded with 429 to ${name}`)
      return { status, ...answer }
    }
  }

  const tokens = serviceTokens(
    api.scopes,
    against.tokens ?? {},
    clientCredentials && ((scopes) => requestToken(clientCredentials, scopes, sendAs('POST for a token'))),
  )

  async function get(request: ProbeRequest): Promise<ProbeAnswer | string> {
    const { path, scope, exactly = false, authorization } = request
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, fixture: string) => {
      // No id is guessed, because it may be the one of a real person.
      if (fixtures[fixture] === undefined)
        throw new MissingFlagsError('an id is missing', [`--fixture ${fixture}=ID`])
      return encodeURIComponent(fixtures[fixture])
    })
    const value = scope === undefined ? authorization : `Bearer ${await tokens.withScopes([scope], exactly)}`
    const headers = { accept: 'application/json', ...(value === undefined ? {} : { authorization: value }) }
    const outgoing = { method: 'GET', path: filled, headers, body: Buffer.alloc(0) }
    return read(
      probed,
      await forward(refusingConmock(url, sendAs(inWords(request))), new URL(url), outgoing, responseMs),
      request,
    )
  }

  /** Adds the pages after the first one. @param most The number of GET requests after which it stops. */
  async function readPages(answer: ProbeAnswer, request: ProbeRequest, most: number): Promise<ProbeAnswer> {
    const pages = [...answer.pages]
    const cursors = new Set<string>()
    for (let page = pages[0]; page && count.get < most; page = pages[cursors.size]) {
      const { nextPage: cursor } = page
      if (typeof cursor !== 'string' || cursors.has(cursor)) break
      cursors.add(cursor)
      const next = await get({ ...request, path: `${request.path}?nextPage=${encodeURIComponent(cursor)}` })
      if (typeof next !== 'string') pages.push(...next.pages)
    }
    return { ...answer, pages }
  }

  await checkIsNotConmock(url, sendAs('GET of the health check'), responseMs)
  const answers = new Map<string, ProbeAnswer>()
  const problems = new Map<string, string>()
  for (const [name, request] of requests) {
    const answer = await get(request).catch((error: Error) => {
      if (error instanceof SetupProblem || error instanceof StateUnavailableError) return error.message
      throw error
    })
    if (typeof answer === 'string') problems.set(name, answer)
    else answers.set(name, answer)
  }
  // The lists share the requests that are left. One without a second page, or that the client may not read, needs none.
  const lists = [...answers].filter(
    ([name, { pages }]) => requests.get(name)!.allPages && typeof pages[0]?.nextPage === 'string',
  )
  for (const [index, [name, answer]] of lists.entries()) {
    const most = count.get + Math.floor((MAX_REQUESTS - count.get) / (lists.length - index))
    answers.set(name, await readPages(answer, requests.get(name)!, most))
  }
  // Without such a response, a gateway or another service could have sent all of them.
  const isApi = [...answers.values()].some(({ pages, record }) => pages.length > 0 || record !== undefined)

  const findings = api.assumptionNames.map((name): [string, Finding] => {
    const [request, readValue, needs = 'the response does not show it'] = table.get(name) ?? noRow
    const answer = request && answers.get(inWords(request))
    if (!answer) return [name, { problem: (request && problems.get(inWords(request))) ?? needs }]
    const seen = isApi ? readValue(answer, answers) : undefined
    if (seen === undefined) return [name, { problem: isApi ? needs : 'no list or record was read' }]
    const value = parseValue(api.assumptions[name]!.variants, seen)
    return [name, value === undefined ? { value: seen, problem: 'conmock has no such variant' } : { value }]
  })
  return { findings: Object.fromEntries(findings), requests: count }
}

/** Returns the measured values as a profile. */
export function createProfile({ findings }: ProbeReport, now: Date): ProfileFile {
  const measured = Object.entries(findings).filter(([, { problem }]) => problem === undefined)
  const values = Object.fromEntries(measured.map(([name, { value }]) => [name, value]))
  return { measured: now.toISOString().slice(0, 10), assumptions: values }
}
