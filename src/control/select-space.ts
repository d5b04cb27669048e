import type { Answer } from '../api/answer.js'
import { invalidSpace, unknownSpace, type Refusal } from '../api/refusal.js'
import { TOKEN_PATH } from '../api/token-endpoint.js'
import type { Internals } from '../mock/internals.js'
import type { MockRequest } from '../mock/mock-request.js'

/** The header that names the space of a request. */
const SPACE_HEADER = 'conmock-space'

/** A path that starts with the name of a space: `/~w3/api/v0/roles`. Some clients encode the `~`. */
const PREFIX = /^(https?:\/\/[^/?#]*)\/(?:~|%7e)([^/?#]*)(.*)$/is

/** A token or client id that ends with the name of a space: `mock-all-scopes~w3`. */
const SUFFIX = /^(.*[^~])~([a-z0-9-]{1,40})$/s

/** A request, and the space that answers it. */
export interface SelectedSpace {
  readonly mock: Internals
  /** The request without the name of the space. */
  readonly request: MockRequest
  /** The name of the space, if the request has it. */
  readonly name: string | undefined
}

/** The spaces, as the selection needs them. */
interface SpacesByName {
  /** Returns the mock of a space, or `undefined` if it does not exist. */
  readonly find: (name: string) => Internals | undefined
  /** Returns the mock for requests that name no space. */
  readonly first: () => Internals
  readonly names: () => readonly string[]
  /** Whether requests must name a space. */
  readonly isRequired: boolean
}

type RequestHeaders = MockRequest['headers']

function withAuthorization(headers: RequestHeaders, value: string): RequestHeaders {
  return { get: (name) => (name === 'authorization' ? value : headers.get(name)) }
}

/** The client of a token request. */
interface Client {
  readonly id: string
  /** Returns the request with another client id. */
  readonly replace: (id: string) => Pick<MockRequest, 'headers' | 'text'>
}

/** Returns the client in the form of a token request. */
function clientInForm({ headers }: MockRequest, text: string | undefined): Client | undefined {
  const form = new URLSearchParams(text)
  const [id, ...more] = form.getAll('client_id')
  if (id === undefined || more.length > 0) return undefined
  return {
    id,
    replace(other) {
      form.set('client_id', other)
      return { headers, text: async () => form.toString() }
    },
  }
}

/** Returns the client in Basic credentials (RFC 6749 §2.3.1). */
function clientInHeader({ headers }: MockRequest, text: string | undefined): Client | undefined {
  const credentials = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(credentials ?? '')) ?? []
    if (id === undefined) return undefined
    return {
      id: decodeURIComponent(id),
      replace: (other) => ({
        headers: withAuthorization(headers, `Basic ${btoa(`${encodeURIComponent(other)}:${secret}`)}`),
        // The form may repeat the client id.
        text: clientInForm({ headers } as MockRequest, text)?.replace(other).text ?? (async () => text),
      }),
    }
  } catch {
    return undefined
  }
}

/** Adds the name of a space to an issued token. */
function withSuffix(answer: Answer, name: string): Answer {
  if (answer.status !== 200 || typeof answer.body !== 'string') return answer
  const body = JSON.parse(answer.body) as { readonly access_token: string }
  return { ...answer, body: JSON.stringify({ ...body, access_token: `${body.access_token}~${name}` }) }
}

/** Finds the space of each request: by the path, the header, or the end of the token or the client id. */
export class SpaceSelector {
  readonly #spaces: SpacesByName

  constructor(spaces: SpacesByName) {
    this.#spaces = spaces
  }

  /** Selects the space of a request by everything but its body. Returns a refusal if the space is unclear or unknown. */
  select(request: MockRequest): SelectedSpace | Refusal {
    const { url } = request
    const prefix = url.includes('~') || url.includes('%7') ? PREFIX.exec(url) : null
    const inHeader = request.headers.get(SPACE_HEADER)
    const authorization = request.headers.get('authorization')
    const inToken = authorization?.includes('~') ? this.#inToken(authorization) : undefined
    if (!prefix && inHeader === null && !inToken) {
      return { mock: this.#spaces.first(), request, name: undefined }
    }
    const found = this.#find([prefix?.[2], inHeader?.trim(), inToken?.name])
    if ('detail' in found) return found
    const { method, headers } = request
    return {
      ...found,
      request: {
        method,
        get signal() {
          return request.signal
        },
        url: prefix ? `${prefix[1]}${prefix[3] === '' ? '/' : prefix[3]}` : url,
        headers: inToken ? withAuthorization(headers, inToken.header) : headers,
        text: () => request.text(),
      },
    }
  }

  /** Answers a request from the API of its space. */
  answer(selected: SelectedSpace): Answer | Promise<Answer> {
    const { mock, request, name } = selected
    if (request.method === 'POST' && request.url.includes(TOKEN_PATH)) return this.#answerToken(selected)
    return name === undefined && this.#spaces.isRequired
      ? this.refuse(request, invalidSpace('The request names no space, but this server requires one.'))
      : mock.answer(request)
  }

  /** Refuses a request whose space is unclear. The journal of the space `default` records it. */
  refuse({ method, url }: MockRequest, refusal: Refusal): Answer {
    const { refuse, journal } = this.#spaces.first()
    const answer = refuse(refusal)
    journal.record(method, url, answer)
    return answer
  }

  /** Finds the space that all names agree on. */
  #find(
    given: readonly (string | undefined)[],
  ): { readonly mock: Internals; readonly name: string } | Refusal {
    const names = [...new Set(given.filter((name) => name !== undefined))]
    const [name = ''] = names
    if (names.length > 1) {
      const shown = names.map((each) => `"${each.slice(0, 40)}"`).join(' and ')
      return invalidSpace(`The request names different spaces: ${shown}.`)
    }
    const mock = this.#spaces.find(name)
    return mock ? { mock, name } : unknownSpace(name, this.#spaces.names())
  }

  /** Returns the space at the end of a Bearer token, and the header without it. */
  #inToken(header: string): { readonly name: string; readonly header: string } | undefined {
    const [, scheme, token] = /^(\s*bearer +)(\S+)\s*$/i.exec(header) ?? []
    const [, rest, name] = SUFFIX.exec(token ?? '') ?? []
    // A token of the user may contain a `~`, too.
    if (name === undefined || this.#spaces.first().knowsToken(token!)) return undefined
    return { name, header: scheme! + rest! }
  }

  /** Answers a request for a token. The client id may name the space, and then the token names it, too. */
  async #answerToken({ mock, request, name }: SelectedSpace): Promise<Answer> {
    const { method, url, headers, signal } = request
    const text = await request.text()
    const same = { method, url, headers, signal, text: async () => text }
    const client = clientInHeader(request, text) ?? clientInForm(request, text)
    const [, id, inClient] = SUFFIX.exec(client?.id ?? '') ?? []
    if (!client || id === undefined || inClient === undefined || mock.knowsClient(client.id)) {
      return name === undefined && this.#spaces.isRequired
        ? this.refuse(request, invalidSpace('The request names no space, but this server requires one.'))
        : mock.answer(same)
    }
    const found = this.#find([name, inClient])
    if ('detail' in found) return this.refuse(request, found)
    return withSuffix(await found.mock.answer({ ...same, ...client.replace(id) }), inClient)
  }
}
