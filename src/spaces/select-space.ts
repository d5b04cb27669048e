import type { Answer } from '../api/answer.js'
import { invalidSpace, unknownSpace, type Refusal } from '../api/refusal.js'
import type { AdapterView } from '../mock/adapter-view.js'
import type { MockRequest } from '../mock/mock-request.js'

/** The header that names the space of a request to the API. */
export const SPACE_HEADER = 'conmock-space'

/** A path that starts with the name of a space: `/~w3/api/v0/roles`. Some clients encode the `~`. */
const PREFIX = /^(https?:\/\/[^/?#]*)\/(?:~|%7e)([^/?#]*)(.*)$/is

/** A request, and the space that answers it. */
export interface SelectedSpace {
  readonly mock: AdapterView
  /** The request without the name of the space in its path. */
  readonly request: MockRequest
  /** The name of the space, if the request has it. */
  readonly name: string | undefined
}

/** The spaces, as the selection needs them. */
interface SpacesByName {
  /** Returns the mock of a space, or `undefined` if it does not exist. */
  readonly find: (name: string) => AdapterView | undefined
  /** Returns the mock for requests that name no space. */
  readonly first: () => AdapterView
  readonly names: () => readonly string[]
  /** Whether requests must name a space. */
  readonly isRequired: boolean
}

/** Finds the space of each request by the path or the header. */
export class SpaceSelector {
  readonly #spaces: SpacesByName

  constructor(spaces: SpacesByName) {
    this.#spaces = spaces
  }

  /** Selects the space of a request. Returns a refusal if the space is unclear or unknown. */
  select(request: MockRequest): SelectedSpace | Refusal {
    const { url } = request
    const prefix = url.includes('~') || url.includes('%7') ? PREFIX.exec(url) : null
    const inHeader = request.headers.get(SPACE_HEADER)
    if (!prefix && inHeader === null) return { mock: this.#spaces.first(), request, name: undefined }

    // A repeated header is joined with commas.
    const inHeaders = inHeader?.split(',').map((name) => name.trim()) ?? []
    const names = [...new Set(prefix ? [prefix[2]!, ...inHeaders] : inHeaders)]
    const [name = ''] = names
    if (names.length > 1) {
      const shown = names.slice(0, 2).map((each) => `"${each.slice(0, 40)}"`)
      return invalidSpace(`The request names different spaces: ${shown.join(' and ')}.`)
    }
    const mock = this.#spaces.find(name)
    if (!mock) return unknownSpace(name, this.#spaces.names())
    return { mock, name, request: prefix ? withoutPrefix(request, prefix[1]!, prefix[3]!) : request }
  }

  /** Answers a request from the API of its space. */
  answer({ mock, request, name }: SelectedSpace): Answer | Promise<Answer> {
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
}

/** Returns the request as the mock of its space gets it. */
function withoutPrefix(request: MockRequest, origin: string, rest: string): MockRequest {
  return {
    method: request.method,
    url: `${origin}${rest.startsWith('/') ? '' : '/'}${rest}`,
    headers: request.headers,
    get signal() {
      return request.signal
    },
    text: () => request.text(),
  }
}
