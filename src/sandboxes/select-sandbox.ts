import type { Answer, ApiRequest } from '../api/answer.js'
import { targetOf } from '../api/match-path.js'
import { invalidSandbox, unknownSandbox } from '../api/refusal.js'
import { memoize } from '../common/memoize.js'
import type { Refusal } from '../contract/operation.js'
import { getInternals, type MockInternals } from '../mock/mock-internals.js'
import { SANDBOX_HEADER } from './sandbox.js'
import type { Sandboxes } from './sandboxes.js'

/** A path that starts with the name of a sandbox: `/~w3/api/v0/roles`. Some clients encode the `~`. */
const PREFIX = /^(https?:\/\/[^/?#]*)\/(?:~|%7e)([^/?#]*)(.*)$/is

/** Splits a URL into the name of the sandbox at the start of its path, and the URL without it. */
const splitUrl = memoize((url): { readonly name: string | undefined; readonly url: string } => {
  const [, origin, name, rest] = PREFIX.exec(url) ?? []
  return name === undefined
    ? { name, url }
    : { name, url: `${origin}${rest!.startsWith('/') ? '' : '/'}${rest}` }
})

/** Returns the names in a header. A repeated header is joined with commas. */
const namesIn = memoize((header): readonly string[] => header.split(',').map((name) => name.trim()))

/** A request, and the sandbox that answers it. */
export interface SelectedSandbox {
  readonly mock: MockInternals
  /** The request without the name of the sandbox in its path. */
  readonly request: ApiRequest
  /** The name of the sandbox, if the request has it. */
  readonly name: string | undefined
}

/** Finds the sandbox of each request by the path or the header. */
export class SandboxSelector {
  readonly #sandboxes: Sandboxes
  readonly #isRequired: boolean
  readonly default: MockInternals

  /** @param isRequired Whether requests must name a sandbox. */
  constructor(sandboxes: Sandboxes, isRequired: boolean) {
    this.#sandboxes = sandboxes
    this.#isRequired = isRequired
    this.default = getInternals(sandboxes.default)
  }

  /**
   * Selects the sandbox of a request, and removes its name from the URL of the request. Returns a refusal if the sandbox is
   * unclear or unknown. Then the URL stays as it is.
   */
  select(request: ApiRequest): SelectedSandbox | Refusal {
    const { name: inPath, url } = splitUrl(request.url)
    const header = request.headers.get(SANDBOX_HEADER)
    const inHeader = header === null ? [] : namesIn(header)
    const name = inPath ?? inHeader[0]
    if (name === undefined) return { mock: this.default, request, name }

    const other = inHeader.find((each) => each !== name)
    if (other !== undefined) {
      const shown = [name, other].map((each) => `"${each.slice(0, 40)}"`)
      return invalidSandbox(
        this.default.api,
        `The request names different sandboxes: ${shown.join(' and ')}.`,
      )
    }
    const mock = this.#sandboxes.get(name)
    if (!mock) return unknownSandbox(name, this.#sandboxes.names)
    // Changed, because a copy for each request would have to be garbage-collected.
    request.url = url
    return { mock: getInternals(mock), name, request }
  }

  /** Whether custom handlers may answer a request. Below the path of the API, it must name a sandbox if that is required. */
  allowsHandlers({ mock, request, name }: SelectedSandbox): boolean {
    if (name !== undefined || !this.#isRequired) return true
    // msw ignores the case of paths.
    return !targetOf(request.url).path.toLowerCase().includes(`${mock.api.prefix}/`.toLowerCase())
  }

  respond({ mock, request, name }: SelectedSandbox): Answer | Promise<Answer> {
    if (name !== undefined || !this.#isRequired) return mock.respond(request)
    const detail = 'The request names no sandbox, but this server requires one.'
    return this.refuse(request, invalidSandbox(mock.api, detail))
  }

  /** Refuses a request whose sandbox is unclear. The request log of the sandbox `default` records it. */
  refuse(request: ApiRequest, refusal: Refusal): Answer {
    const { responder, requestLog } = this.default
    const answer = responder.refuse(refusal)
    requestLog.record(request, answer)
    return answer
  }
}
