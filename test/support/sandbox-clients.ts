import { isDeepStrictEqual } from 'node:util'
import { tokenForm } from './ask.js'
import type { MockOptions } from '../../src/index.js'
import { connect, type RequestEntry, type RemoteMock } from '../../src/server.js'
import { createMockCore } from './convention.js'
import type { MockCore } from '../../src/convention/types.js'

/** Ways in which a client can name its sandbox. */
const ways = ['path', 'header'] as const

type Way = (typeof ways)[number] | 'none'

const NOW = 1_800_000_000_000
/** Between two changes, a client sends this number of requests. */
const REQUESTS_BETWEEN = 10

interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  readonly body?: string
}

interface Answered {
  readonly status: number
  readonly fault: string | null
  readonly assumed: string | null
  readonly body: string
}

async function answered(
  send: (request: Request) => Promise<Response>,
  url: string,
  { method, token, body }: Omit<Asked, 'path'>,
  more: Record<string, string> = {},
): Promise<Answered> {
  const headers = new Headers(more)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/x-www-form-urlencoded')
  const response = await send(new Request(url, { method, headers, body: body ?? null }))
  return {
    status: response.status,
    fault: response.headers.get('conmock-fault'),
    assumed: response.headers.get('conmock-assumed'),
    body: await response.text(),
  }
}

/** The entries without what differs between a sandbox and a mock of its own. */
function timeless(entries: readonly RequestEntry[]): string[] {
  return entries.map((entry) => JSON.stringify({ ...entry, time: 0, durationMs: 0, sandbox: '' }))
}

/** A client of one sandbox. It compares each answer with that of a mock that no other client uses. */
class SandboxClient {
  readonly differences: string[] = []
  readonly #url: string
  readonly #name: string
  readonly #number: number
  readonly #way: Way
  readonly #twin: MockCore
  readonly #options: MockOptions & { readonly now: number }
  #token = 'mock-all-scopes'

  constructor(url: string, number: number, way: Way) {
    this.#url = url
    this.#name = `w${number}`
    this.#number = number
    this.#way = way
    this.#options = {
      seed: number,
      roleCount: 5 + (number % 7),
      volunteerCount: 10,
      now: NOW,
      assumptions: { 'roles.pageSize': 2 + (number % 5), 'token.endpoint': 'on' },
    }
    // The tokens of a sandbox depend on its name.
    this.#twin = createMockCore({ ...this.#options, now: () => NOW }, this.#name)
  }

  async open(): Promise<RemoteMock> {
    return (await connect(this.#url)).createSandbox(this.#name, this.#options)
  }

  async run(sandbox: RemoteMock, requests: number): Promise<void> {
    for (let count = 0; count < requests; count++) {
      if (count % REQUESTS_BETWEEN === 0) {
        const change = count / REQUESTS_BETWEEN
        await this.#change(sandbox, change)
        await this.#change(this.#twin, change)
        if (change % 6 === 5) await this.#getToken()
      }
      await this.#compare(this.#request(count))
    }
    await this.#compareRequestLog(sandbox)
  }

  #request(count: number): Asked {
    const token = this.#token
    if (count % 5 === 4) return { method: 'GET', path: `/api/v0/users/${count % 17}/volunteer`, token }
    if (count % 50 === 33) return { method: 'GET', path: '/api/v0/roles', token: 'mock-no-scopes' }
    return { method: 'GET', path: '/api/v0/roles', token }
  }

  /** Changes the sandbox or its twin. */
  async #change(mock: RemoteMock | MockCore, count: number): Promise<unknown> {
    const number = this.#number
    switch (count % 6) {
      case 0:
        return mock.roles.create({ id: String(9000 + count), name: `role ${count} of ${this.#name}` })
      case 1:
        return mock.faults.add({
          operation: 'listRoles',
          when: { nth: 1 + (number % 5) },
          effect: { status: 503 },
        })
      case 2:
        return mock.assume({ 'roles.pageSize': 1 + ((number + count) % 9) })
      case 3:
        return mock.clock.advance(number)
      case 4:
        this.#token = `token-${count}-of-${this.#name}`
        return mock.tokens.issue({ token: this.#token, scopes: ['user:read'] })
      default:
        return undefined
    }
  }

  /** Gets a token from the token endpoint. Its text depends on the seed, the clock, and the number of issued tokens. */
  async #getToken(): Promise<void> {
    const form = tokenForm().toString()
    const body = await this.#compare({ method: 'POST', path: '/api/oauth/token', body: form })
    if (body) this.#token = (JSON.parse(body) as { access_token: string }).access_token
  }

  /** Sends a request to the sandbox and to its twin. Returns the expected body if they answer the same. */
  async #compare(asked: Asked): Promise<string | undefined> {
    const [given, expected] = [await this.#ask(asked), await this.#askTwin(asked)]
    if (isDeepStrictEqual(given, expected)) return expected.body
    this.#differ(asked.path, given, expected)
    return undefined
  }

  #differ(what: string, given: unknown, expected: unknown): void {
    const [got, wanted] = [given, expected].map((value) => JSON.stringify(value).slice(0, 400))
    this.differences.push(`${this.#name} by ${this.#way}: ${what}\n  got      ${got}\n  expected ${wanted}`)
  }

  #ask({ path, ...asked }: Asked): Promise<Answered> {
    const named = this.#way === 'path' ? `/~${this.#name}${path}` : path
    const headers = this.#way === 'header' ? { 'conmock-sandbox': this.#name } : {}
    return answered(fetch, this.#url + named, asked, headers)
  }

  #askTwin({ path, ...asked }: Asked): Promise<Answered> {
    return answered(this.#twin.fetch, `http://twin${path}`, asked)
  }

  async #compareRequestLog(sandbox: RemoteMock): Promise<void> {
    const requests = await sandbox.requests.all()
    const [given, expected] = [timeless(requests), timeless(this.#twin.requests.all())]
    if (!isDeepStrictEqual(given, expected)) this.#differ('the request log', given, expected)
    if (requests.some((entry) => entry.sandbox !== this.#name))
      this.#differ('the sandboxes of the request log', requests, [])
  }
}

/**
 * Lets parallel clients use and change sandboxes of their own on one server.
 *
 * @param options.isNamed Whether the requests name their sandbox. Without it, the answers must differ.
 * @returns Everything that a client saw of another sandbox.
 */
export async function runSandboxClients(
  { url }: { readonly url: string },
  options: { readonly clients: number; readonly requests: number; readonly isNamed?: boolean },
): Promise<string[]> {
  const { clients: count, requests, isNamed = true } = options
  const clients = Array.from(
    { length: count },
    (_, index) => new SandboxClient(url, index + 1, isNamed ? ways[index % ways.length]! : 'none'),
  )
  // One after the other, so that no connection is unused for so long that the server closes it.
  const sandboxes: RemoteMock[] = []
  for (const client of clients) sandboxes.push(await client.open())
  await Promise.all(clients.map((client, index) => client.run(sandboxes[index]!, requests)))
  return clients.flatMap(({ differences }) => differences)
}
