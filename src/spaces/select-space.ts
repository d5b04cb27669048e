import type { Answer } from '../api/answer.js'
import { invalidSpace, unknownSpace, type Refusal } from '../api/refusal.js'
import { memoize } from '../common/memoize.js'
import { viewOf, type AdapterView } from '../mock/adapter-view.js'
import type { MockRequest } from '../mock/mock-request.js'
import { DEFAULT_SPACE, SPACE_HEADER } from './space.js'
import type { Spaces } from './spaces.js'

/** A path that starts with the name of a space: `/~w3/api/v0/roles`. Some clients encode the `~`. */
const PREFIX = /^(https?:\/\/[^/?#]*)\/(?:~|%7e)([^/?#]*)(.*)$/is

/** Splits a URL into the name of the space at the start of its path, and the URL without it. */
const splitUrl = memoize((url): { readonly name: string | undefined; readonly url: string } => {
  const [, origin, name, rest] = PREFIX.exec(url) ?? []
  return name === undefined
    ? { name, url }
    : { name, url: `${origin}${rest!.startsWith('/') ? '' : '/'}${rest}` }
})

/** Returns the names in a header. A repeated header is joined with commas. */
const namesIn = memoize((header): readonly string[] => header.split(',').map((name) => name.trim()))

/** A request, and the space that answers it. */
export interface SelectedSpace {
  readonly mock: AdapterView
  /** The request without the name of the space in its path. */
  readonly request: MockRequest
  /** The name of the space, if the request has it. */
  readonly name: string | undefined
}

/** Finds the space of each request by the path or the header. */
export class SpaceSelector {
  readonly #spaces: Spaces
  readonly #isRequired: boolean

  /** @param isRequired Whether requests must name a space. */
  constructor(spaces: Spaces, isRequired: boolean) {
    this.#spaces = spaces
    this.#isRequired = isRequired
  }

  get default(): AdapterView {
    return viewOf(this.#spaces.default)
  }

  /** Selects the space of a request. Returns a refusal if the space is unclear or unknown. */
  select(request: MockRequest): SelectedSpace | Refusal {
    const { name: inPath, url } = splitUrl(request.url)
    const header = request.headers.get(SPACE_HEADER)
    const inHeader = header === null ? [] : namesIn(header)
    const name = inPath ?? inHeader[0]
    if (name === undefined) return { mock: viewOf(this.#spaces.require(DEFAULT_SPACE)), request, name }

    const other = inHeader.find((each) => each !== name)
    if (other !== undefined) {
      const shown = [name, other].map((each) => `"${each.slice(0, 40)}"`)
      return invalidSpace(`The request names different spaces: ${shown.join(' and ')}.`)
    }
    const mock = this.#spaces.get(name)
    if (!mock) return unknownSpace(name, this.#spaces.names)
    return {
      mock: viewOf(mock),
      name,
      request: inPath === undefined ? request : new RequestInSpace(request, url),
    }
  }

  answer({ mock, request, name }: SelectedSpace): Answer | Promise<Answer> {
    return name === undefined && this.#isRequired
      ? this.refuse(request, invalidSpace('The request names no space, but this server requires one.'))
      : mock.answer(request)
  }

  /** Refuses a request whose space is unclear. The journal of the space `default` records it. */
  refuse({ method, url }: MockRequest, refusal: Refusal): Answer {
    const { refuse, journal } = this.default
    const answer = refuse(refusal)
    journal.record(method, url, answer)
    return answer
  }
}

class RequestInSpace implements MockRequest {
  readonly method: string
  readonly url: string
  readonly headers: MockRequest['headers']
  readonly #request: MockRequest

  constructor(request: MockRequest, url: string) {
    this.method = request.method
    this.url = url
    this.headers = request.headers
    this.#request = request
  }

  get signal(): AbortSignal {
    return this.#request.signal
  }

  text(): Promise<string | undefined> {
    return this.#request.text()
  }
}
