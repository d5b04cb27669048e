import type { Answer } from '../api/answer.js'
import { invalidSpace, unknownSpace, type Refusal } from '../api/refusal.js'
import { targetOf } from '../api/request-target.js'
import { TOKEN_PATH } from '../api/token-endpoint.js'
import type { Internals } from '../mock/internals.js'
import type { MockRequest } from '../mock/mock-request.js'
import { SPACE_HEADER } from './control-path.js'
import { clientOf, withAuthorization } from './token-client.js'

/** A path that starts with the name of a space: `/~w3/api/v0/roles`. Some clients encode the `~`. */
const PREFIX = /^(https?:\/\/[^/?#]*)\/(?:~|%7e)([^/?#]*)(.*)$/is

/** A header with one token. */
const BEARER = /^(\s*bearer +)(\S+)\s*$/i

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

/** Adds the name of a space to an issued token. */
function withSuffix(answer: Answer, name: string): Answer {
  if (answer.status !== 200 || typeof answer.body !== 'string') return answer
  const body = JSON.parse(answer.body) as { readonly access_token: string }
  return { ...answer, body: JSON.stringify({ ...body, access_token: `${body.access_token}~${name}` }) }
}

/** A token or client id whose end names a space. */
interface Named {
  readonly whole: string
  /** The part in front of the `~`. */
  readonly rest: string
  readonly name: string
}

function parseSuffix(whole: string | undefined): Named | undefined {
  const [, rest, name] = SUFFIX.exec(whole ?? '') ?? []
  return name === undefined ? undefined : { whole: whole!, rest: rest!, name }
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
    const bearer = authorization?.includes('~') ? BEARER.exec(authorization) : null
    if (!prefix && inHeader === null && !bearer) return this.#first(request)

    // A repeated header is joined with commas.
    const names = [
      ...(prefix ? [prefix[2]!] : []),
      ...(inHeader?.split(',') ?? []).map((name) => name.trim()),
    ]
    const byName = names.length === 0 ? this.#first(request) : this.#find(names)
    if ('detail' in byName) return byName
    const inToken = this.#inToken(bearer?.[2], byName.mock)
    const found = inToken ? this.#find([...names, inToken.name]) : byName
    if ('detail' in found) return found
    const { method, headers } = request
    // The space may have a token of this very name.
    const isWhole = !inToken || found.mock.knowsToken(inToken.whole)
    return {
      mock: found.mock,
      name: found.name,
      request: {
        method,
        url: prefix ? `${prefix[1]}${prefix[3]!.startsWith('/') ? '' : '/'}${prefix[3]}` : url,
        headers: isWhole ? headers : withAuthorization(headers, bearer![1]! + inToken.rest),
        get signal() {
          return request.signal
        },
        text: () => request.text(),
      },
    }
  }

  /** Answers a request from the API of its space. */
  answer(selected: SelectedSpace): Answer | Promise<Answer> {
    const { request } = selected
    const isForToken = request.method === 'POST' && targetOf(request.url).path.endsWith(TOKEN_PATH)
    return isForToken ? this.#answerToken(selected) : this.#answerNamed(selected)
  }

  /** Refuses a request whose space is unclear. The journal of the space `default` records it. */
  refuse({ method, url }: MockRequest, refusal: Refusal): Answer {
    const { refuse, journal } = this.#spaces.first()
    const answer = refuse(refusal)
    journal.record(method, url, answer)
    return answer
  }

  #first(request: MockRequest): SelectedSpace {
    return { mock: this.#spaces.first(), request, name: undefined }
  }

  #answerNamed({ mock, request, name }: SelectedSpace): Answer | Promise<Answer> {
    return name === undefined && this.#spaces.isRequired
      ? this.refuse(request, invalidSpace('The request names no space, but this server requires one.'))
      : mock.answer(request)
  }

  /** Finds the space that all names agree on. */
  #find(given: readonly string[]): Pick<SelectedSpace, 'mock' | 'name'> | Refusal {
    const names = [...new Set(given)]
    const [name = ''] = names
    if (names.length > 1) {
      const shown = names.slice(0, 2).map((each) => `"${each.slice(0, 40)}"`)
      return invalidSpace(`The request names different spaces: ${shown.join(' and ')}.`)
    }
    const mock = this.#spaces.find(name)
    return mock ? { mock, name } : unknownSpace(name, this.#spaces.names())
  }

  /**
   * Returns the space at the end of a token. Tokens of other systems may contain a `~`, too. The mock answers them like any
   * unknown token, because a message about the space would contain a part of the token.
   */
  #inToken(token: string | undefined, mock: Internals): Named | undefined {
    const named = parseSuffix(token)
    if (!named || mock.knowsToken(named.whole)) return undefined
    const isOurs = named.rest.startsWith('mock-') || this.#spaces.first().knowsToken(named.rest)
    return isOurs || this.#spaces.find(named.name) ? named : undefined
  }

  /** Like `#inToken`, for the id of a client. */
  #inClientId(id: string | undefined, mock: Internals): Named | undefined {
    const named = parseSuffix(id)
    if (!named || mock.knowsClient(named.whole)) return undefined
    const isOurs = this.#spaces.first().knowsClient(named.rest)
    return isOurs || this.#spaces.find(named.name) ? named : undefined
  }

  /** Answers a request for a token. The client id may name the space, and then the token names it, too. */
  async #answerToken({ mock, request, name }: SelectedSpace): Promise<Answer> {
    const text = await request.text()
    const { method, url, headers, signal } = request
    const read = { method, url, headers, signal, text: async () => text }
    const client = clientOf(headers, text)
    const named = this.#inClientId(client?.id, mock)
    if (!client || !named) return this.#answerNamed({ mock, request: read, name })
    const found = this.#find(name === undefined ? [named.name] : [name, named.name])
    if ('detail' in found) return this.refuse(request, found)
    const changed = found.mock.knowsClient(named.whole) ? read : { ...read, ...client.replace(named.rest) }
    return withSuffix(await found.mock.answer(changed), named.name)
  }
}
