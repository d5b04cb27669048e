import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './servers.js'

export type Json = { readonly [name: string]: unknown }

/** A version of a consumer, with its pact as it was published. */
export interface ConsumerVersion {
  readonly consumer: string
  readonly provider: string
  readonly version: string
  readonly branch: string
  readonly isDeployed: boolean
  readonly pact: Json
}

/** Results that a verifier published. */
interface PublishedResult {
  readonly of: ConsumerVersion
  readonly body: Json
}

/** A request that the broker received. */
export interface Received {
  readonly method: string
  /** Path and query below the broker's base path. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
}

/** A response of the broker. A string as the body is sent as HTML. */
interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
}

/** Replaces the answer of the broker. `usual()` handles the request normally and returns the normal answer. */
export type AnswerOverride = (request: Received, usual: () => Reply) => Reply

export interface FakeBrokerOptions {
  /** For example `/broker`. */
  readonly basePath?: string
  readonly answer?: AnswerOverride
}

export interface FakeBroker {
  readonly url: string
  readonly received: readonly Received[]
  readonly results: readonly PublishedResult[]
  readonly close: () => void
}

function sha(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('hex')
}

/** The latest version of each consumer. */
function latestOf(versions: readonly ConsumerVersion[]): ConsumerVersion[] {
  return [...new Map(versions.map((version) => [version.consumer, version])).values()]
}

/** See `POST /pacts/provider/{provider}/for-verification`. */
function select(own: readonly ConsumerVersion[], selector: Json, providerBranch: unknown): ConsumerVersion[] {
  const { consumer, branch, mainBranch, matchingBranch, tag, latest } = selector
  const candidates = own.filter((version) => consumer === undefined || version.consumer === consumer)
  const on = (name: unknown) => latestOf(candidates.filter((version) => version.branch === name))
  if (mainBranch === true) return on('main')
  if (matchingBranch === true) return on(providerBranch)
  if (branch !== undefined) return on(branch)
  // This broker has no tags.
  if (tag !== undefined) return []
  return latest === true ? latestOf(candidates) : candidates.filter(({ isDeployed }) => isDeployed)
}

/** The interactions of a pact, with the ids that the broker gives them. */
export function identified({ pact }: ConsumerVersion): (Json & { readonly _id: string })[] {
  return (pact['interactions'] as Json[]).map((interaction) => ({ ...interaction, _id: sha(interaction) }))
}

/** The resources of a Pact Broker, in the forms of its source: https://github.com/pact-foundation/pact_broker (`lib/pact_broker/api/`). */
function resourcesOf(url: string, versions: readonly ConsumerVersion[]) {
  const link = (path: string, more: object = {}) => ({ href: url + path, ...more })
  const pathOf = ({ provider, consumer, version, pact }: ConsumerVersion) => {
    const [of, by] = [provider, consumer].map(encodeURIComponent)
    // The version is metadata in the URL, because two versions can share a pact.
    const metadata = Buffer.from(version).toString('base64url')
    return `/pacts/provider/${of}/consumer/${by}/pact-version/${sha(pact)}/metadata/${metadata}`
  }
  return {
    find: (path: string) => versions.find((version) => pathOf(version) === path),

    index() {
      const forVerification = link('/pacts/provider/{provider}/for-verification', { templated: true })
      return { _links: { self: link(''), 'pb:provider-pacts-for-verification': forVerification } }
    },

    forVerification(own: readonly ConsumerVersion[], query: Json) {
      const selectors = query['consumerVersionSelectors'] ?? [
        { mainBranch: true },
        { deployedOrReleased: true },
      ]
      const chosen = (selectors as Json[]).flatMap((each) =>
        select(own, each, query['providerVersionBranch']),
      )
      const pacts = [...new Map(chosen.map((version) => [sha(version.pact), version])).values()]
      const embedded = pacts.map((version) => ({
        shortDescription: 'selected',
        _links: { self: link(pathOf(version), { name: `Pact of ${version.consumer}` }) },
      }))
      return { _embedded: { pacts: embedded }, _links: { self: link('/for-verification') } }
    },

    pact(version: ConsumerVersion) {
      const { consumer, provider, version: number } = version
      const links = {
        self: link(pathOf(version)),
        'pb:provider': link(`/pacticipants/${encodeURIComponent(provider)}`, { name: provider }),
        'pb:consumer-versions': [link(`/pacticipants/${encodeURIComponent(consumer)}/versions/${number}`)],
        'pb:publish-verification-results': link(`${pathOf(version)}/verification-results`),
      }
      const createdAt = '2026-01-31T00:00:00+00:00'
      return { ...version.pact, interactions: identified(version), createdAt, _links: links }
    },

    pacticipant(path: string) {
      const branch = link(`${path}/branches/{branch}/versions/{version}`, { templated: true })
      return { name: path.split('/').at(-1), _links: { self: link(path), 'pb:branch-version': branch } }
    },
  }
}

const notFound: Reply = { status: 404, body: { error: 'not found' } }

function ok(body: unknown, status = 200): Reply {
  return { status, body }
}

/** Starts a broker with these versions, closed when the test is over. Every request must carry the bearer token. */
export async function startFakeBroker(
  versions: readonly ConsumerVersion[],
  token: string,
  { basePath = '', answer }: FakeBrokerOptions = {},
): Promise<FakeBroker> {
  const received: Received[] = []
  const results: PublishedResult[] = []

  function usual({ method, path: target, headers, body }: Received): Reply {
    if (headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { error: `no access with ${headers.authorization}` } }
    const { pathname: path } = new URL(target, 'http://broker')
    if (path === '/' || path === '') return ok(resources.index())
    // A GET also returns the pacts, for the first Ruby clients. The native verifier sends it before the POST.
    const provider = /^\/pacts\/provider\/([^/]+)\/for-verification$/.exec(path)?.[1]
    if (provider !== undefined) {
      const { providerVersionBranch, consumerVersionSelectors } = body
      if (!providerVersionBranch && JSON.stringify(consumerVersionSelectors)?.includes('matching'))
        return {
          status: 400,
          body: { errors: { consumerVersionSelectors: ['needs a providerVersionBranch'] } },
        }
      const own = versions.filter((version) => version.provider === decodeURIComponent(provider))
      return own.length === 0 ? notFound : ok(resources.forVerification(own, body))
    }
    const of = resources.find(path.replace(/\/verification-results$/, ''))
    if (of && method === 'GET') return ok(resources.pact(of))
    if (of) {
      results.push({ of, body })
      return ok({ ...body, _links: {} }, 201)
    }
    if (/^\/pacticipants\/[^/]+$/.test(path)) return ok(resources.pacticipant(path))
    const isBranch = /^\/pacticipants\/[^/]+\/branches\/[^/]+\/versions\/[^/]+$/.test(path)
    return method === 'PUT' && isBranch ? ok({ _links: {} }, 201) : notFound
  }

  async function replyTo(incoming: IncomingMessage): Promise<Reply> {
    const { method = '', url: target = '', headers } = incoming
    if (!target.startsWith(basePath)) return notFound
    const body = JSON.parse((await text(incoming)) || '{}') as Json
    const request = { method, path: target.slice(basePath.length), headers, body }
    received.push(request)
    return answer ? answer(request, () => usual(request)) : usual(request)
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, headers } = await replyTo(incoming)
    const isPage = typeof body === 'string'
    const type = isPage ? 'text/html;charset=utf-8' : 'application/hal+json;charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers }).end(isPage ? body : JSON.stringify(body))
  }

  const server = createServer((incoming, response) => {
    void respond(incoming, response)
  })
  const url = (await listen(server)) + basePath
  const resources = resourcesOf(url, versions)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, received, results, close }
}
