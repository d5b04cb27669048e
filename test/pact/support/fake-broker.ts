import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { BrokerMemory, sha, type ConsumerVersion, type Json, type PublishedResult } from './broker-memory.js'

/** A request that the broker received. */
export interface Received {
  readonly method: string
  /** Path and query below the broker's base path. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Json
}

/** A response of the broker. A string as the body is sent as HTML. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: { readonly [name: string]: string }
}

export interface FakeBrokerOptions {
  /** The bearer token that every request must carry. */
  readonly token?: string
  /** For example `/broker`. */
  readonly basePath?: string
  /** Replaces the answer of the broker. `usual()` handles the request normally and returns the normal answer. */
  readonly answer?: (request: Received, usual: () => Reply) => Reply
}

export interface FakeBroker {
  readonly url: string
  readonly received: readonly Received[]
  readonly results: readonly PublishedResult[]
  readonly recordDeployment: (consumer: string, version: string) => void
  readonly close: () => Promise<void>
}

type Route = [method: string, path: RegExp, answer: (names: string[], body: Json) => Reply]

const notFound: Reply = { status: 404, body: { error: 'not found' } }

function ok(body: unknown, status = 200): Reply {
  return { status, body }
}

function inPath(name: string): string {
  return encodeURIComponent(name)
}

/** The version of the consumer, which is the metadata in the URL of a pact. */
function numberOf(metadata: string): string {
  return Buffer.from(metadata, 'base64url').toString()
}

/** The resources of a Pact Broker, in the forms of its source: https://github.com/pact-foundation/pact_broker (`lib/pact_broker/api/`). */
class BrokerResources {
  readonly #memory: BrokerMemory
  readonly #url: string

  constructor(memory: BrokerMemory, url: string) {
    this.#memory = memory
    this.#url = url
  }

  index(): object {
    const forVerification = this.#link('/pacts/provider/{provider}/for-verification', { templated: true })
    return { _links: { self: this.#link(''), 'pb:provider-pacts-for-verification': forVerification } }
  }

  forVerification(provider: string, query: Json): object {
    const pacts = this.#memory.listFor(provider, query).map((version) => ({
      shortDescription: 'selected',
      verificationProperties: {
        notices: [{ when: 'before_verification', text: `The pact of ${version.consumer} is verified` }],
      },
      _links: { self: this.#link(this.#pactPath(version), { name: `Pact of ${version.consumer}` }) },
    }))
    const self = this.#link(`/pacts/provider/${inPath(provider)}/for-verification`)
    return { _embedded: { pacts }, _links: { self } }
  }

  pact(version: ConsumerVersion): object {
    const { provider, content } = version
    const interactions = (content['interactions'] as readonly Json[]).map((interaction) => ({
      ...interaction,
      _id: sha(interaction),
    }))
    const links = {
      self: this.#link(this.#pactPath(version)),
      'pb:provider': this.#link(`/pacticipants/${inPath(provider)}`, { name: provider }),
      'pb:consumer-versions': [
        this.#link(`/pacticipants/${inPath(version.consumer)}/versions/${version.number}`),
      ],
      'pb:publish-verification-results': this.#link(`${this.#pactPath(version)}/verification-results`),
      curies: [this.#link('/doc/{rel}?context=pact', { name: 'pb', templated: true })],
    }
    return { ...content, interactions, createdAt: '2026-01-31T00:00:00+00:00', _links: links }
  }

  pacticipant(name: string): object {
    const own = `/pacticipants/${inPath(name)}`
    const branch = this.#link(`${own}/branches/{branch}/versions/{version}`, { templated: true })
    return { name, _links: { self: this.#link(own), 'pb:branch-version': branch } }
  }

  #link(path: string, rest: object = {}): object {
    return { href: `${this.#url}${path}`, ...rest }
  }

  #pactPath({ provider, consumer, number, pactVersion }: ConsumerVersion): string {
    const metadata = Buffer.from(number).toString('base64url')
    const names = `/pacts/provider/${inPath(provider)}/consumer/${inPath(consumer)}`
    return `${names}/pact-version/${pactVersion}/metadata/${metadata}`
  }
}

function routesOf(memory: BrokerMemory, resources: BrokerResources): Route[] {
  const forVerification = /^\/pacts\/provider\/([^/]+)\/for-verification$/
  const pact = '^/pacts/provider/[^/]+/consumer/([^/]+)/pact-version/([0-9a-f]+)/metadata/([^/]+)'

  function publishContracts(body: Json): Reply {
    const [consumer, number] = [String(body['pacticipantName']), String(body['pacticipantVersionNumber'])]
    if (typeof body['branch'] === 'string') memory.addToBranch(consumer, body['branch'], number)
    for (const { providerName, content } of body['contracts'] as readonly Json[]) {
      const json = JSON.parse(Buffer.from(String(content), 'base64').toString()) as Json
      memory.publishPact(consumer, String(providerName), number, json)
    }
    return ok({ notices: [] })
  }

  return [
    ['GET', /^\/?$/, () => ok(resources.index())],
    ['POST', /^\/contracts\/publish$/, (_, body) => publishContracts(body)],
    [
      'PUT',
      /^\/pacts\/provider\/([^/]+)\/consumer\/([^/]+)\/version\/([^/]+)$/,
      ([provider = '', consumer = '', number = ''], body) =>
        ok(resources.pact(memory.publishPact(consumer, provider, number, body)), 201),
    ],
    // A GET also returns the pacts, for the first Ruby clients. The native verifier sends it before the POST.
    ...['GET', 'POST'].map((method): Route => [
      method,
      forVerification,
      ([provider = ''], body) => {
        const known = memory.versions.some((version) => version.provider === provider)
        const { providerVersionBranch, consumerVersionSelectors } = body
        if (
          providerVersionBranch === undefined &&
          JSON.stringify(consumerVersionSelectors)?.includes('matching')
        )
          return {
            status: 400,
            body: { errors: { consumerVersionSelectors: ['needs a providerVersionBranch'] } },
          }
        return known ? ok(resources.forVerification(provider, body)) : notFound
      },
    ]),
    [
      'GET',
      new RegExp(`${pact}$`),
      ([, pactVersion, metadata = '']) => {
        const number = numberOf(metadata)
        const version = memory.versions.find(
          (each) => each.pactVersion === pactVersion && each.number === number,
        )
        return version ? ok(resources.pact(version)) : notFound
      },
    ],
    [
      'POST',
      new RegExp(`${pact}/verification-results$`),
      ([consumer = '', pactVersion = '', metadata = ''], body) => {
        memory.results.push({ consumer, consumerVersion: numberOf(metadata), pactVersion, body })
        return ok({ ...body, _links: {} }, 201)
      },
    ],
    ['GET', /^\/pacticipants\/([^/]+)$/, ([name = '']) => ok(resources.pacticipant(name))],
    [
      'PUT',
      /^\/pacticipants\/([^/]+)\/branches\/([^/]+)\/versions\/([^/]+)$/,
      ([name = '', branch = '', version = '']) => {
        memory.addToBranch(name, branch, version)
        return ok({ _links: {} }, 201)
      },
    ],
  ]
}

/** Starts an in-memory Pact Broker on a free port of 127.0.0.1, with the endpoints that the native verifier needs. */
export async function startFakeBroker(options: FakeBrokerOptions = {}): Promise<FakeBroker> {
  const { token, basePath = '', answer } = options
  const memory = new BrokerMemory()
  const received: Received[] = []
  let routes: Route[] = []

  function usual({ method, path, headers, body }: Received): Reply {
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: `no access with ${headers.authorization}` } }
    }
    const { pathname } = new URL(path, 'http://broker')
    for (const [routeMethod, pattern, reply] of routes) {
      const match = routeMethod === method ? pattern.exec(pathname) : null
      if (match) return reply(match.slice(1).map(decodeURIComponent), body)
    }
    return notFound
  }

  async function replyTo(incoming: IncomingMessage): Promise<Reply> {
    const { method = '', url: target = '', headers } = incoming
    if (!target.startsWith(basePath)) return notFound
    const body = await text(incoming)
    const json = (body === '' ? {} : JSON.parse(body)) as Json
    const request = { method, path: target.slice(basePath.length), headers, body: json }
    received.push(request)
    return answer ? answer(request, () => usual(request)) : usual(request)
  }

  async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, body, headers } = await replyTo(incoming)
    const isPage = typeof body === 'string'
    const type = isPage ? 'text/html;charset=utf-8' : 'application/hal+json;charset=utf-8'
    response.writeHead(status, { 'content-type': type, ...headers }).end(isPage ? body : JSON.stringify(body))
  }

  const server = createServer((incoming, response) => void respond(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${basePath}`
  routes = routesOf(memory, new BrokerResources(memory, url))

  return {
    url,
    received,
    results: memory.results,
    recordDeployment: (consumer, version) => memory.recordDeployment(consumer, version),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
