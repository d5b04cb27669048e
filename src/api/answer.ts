import type { Caller } from '../contract/operation.js'
import type { Settings } from '../contract/assumption.js'
import type { CompiledApi } from '../contract/compile.js'

/** A request to the API, independent of the transport. */
export interface ApiRequest {
  readonly method: string
  /** On a server first with the name of the sandbox, which `SandboxSelector` removes. */
  url: string
  readonly headers: { get(name: string): string | null }
  /** Reads the body. Resolves to `undefined` if it is too long or incomplete. */
  readonly text: (maxBytes: number) => Promise<string | undefined>
  /** Is aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal
}

/** How a fault breaks the response. */
export type SendFailure =
  | { readonly kind: 'dropConnection' | 'hang' }
  /** Sends the `Content-Length` of the whole body, but only its start. */
  | {
      readonly kind: 'truncateBody'
      readonly start: Uint8Array<ArrayBuffer>
      readonly length: number
    }

/** What distinguishes an answer from others that are counted separately. The request log shows it, too. */
export interface CoverageKey {
  /** `undefined` if the path is unknown. */
  readonly endpoint: string | undefined
  readonly status: number
  readonly code: string | undefined
  readonly cases: readonly string[]
  /** The assumptions that the answer depends on, and their values. */
  readonly assumed: readonly {
    readonly name: string
    readonly value: string
  }[]
  /** The headers that answers with this key share: with the same object, the server writes them faster. */
  readonly headers: Readonly<Record<string, string>>
}

/** The answer to a request, independent of the transport. The request log keeps it, too. */
export interface Answer {
  /** In the request log, 0 if the client got no response, or if it is a note of conmock. */
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The values of the header `Set-Cookie`, which a response may have several times. */
  readonly cookies?: readonly string[] | undefined
  /** The body, as bytes if it is already encoded. `null` if there is none. Must not be changed. */
  readonly body: string | Uint8Array<ArrayBuffer> | null
  /** The body, if it is sent as it comes. Then `body` is `null`. */
  readonly stream?: ReadableStream<Uint8Array<ArrayBuffer>> | undefined
  /** Why the request log does not have the body. */
  readonly omitted?: string | undefined
  readonly refusal?: string | undefined
  readonly hint?: string | undefined
  /** A note for the developer about an answer that is not a refusal, for the request log. */
  readonly note?: string | undefined
  readonly caller?: Caller | undefined
  /** `undefined` if a custom handler answers, or nothing of the API does. */
  readonly coverageKey?: CoverageKey | undefined
  /** The operation that a custom handler answers. */
  readonly operation?: string | undefined
  /** Value of the header `Conmock-Fault`, if there is a fault for the request. */
  readonly fault?: string | undefined
  /** Whether a fault has changed the answer, or no client receives it. Then it is not counted for the coverage. */
  readonly isFaulty?: true
  readonly failure?: SendFailure | undefined
}

export function toBytes(body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

/** Adds a note for the developer to an answer, which may have one. */
export function withNote(answer: Answer, note: string): Answer {
  return { ...answer, note: answer.note === undefined ? note : `${answer.note} ${note}` }
}

/** Removes the body for the answer to a HEAD request. `content-length` is the length of the removed body. */
export function withoutBody(answer: Answer): Answer {
  if (answer.stream) {
    void answer.stream.cancel()
    return { ...answer, stream: undefined }
  }
  if (answer.body === null) return answer
  const { length } = toBytes(answer.body)
  return { ...answer, headers: { ...answer.headers, 'content-length': String(length) }, body: null }
}

/** What a coverage key depends on, beside the endpoint and the status. */
interface KeyDetails {
  readonly code?: string | undefined
  readonly cases?: readonly string[]
  readonly assumed?: readonly string[]
  /** Whether the answer has a body. */
  readonly hasBody?: boolean
}

/** The coverage keys of a mock. Equal answers get the same object, so that it can be the key of a map of counts. */
export class CoverageKeys {
  readonly #api: CompiledApi
  readonly #keys = new Map<string, CoverageKey>()

  constructor(api: CompiledApi) {
    this.#api = api
  }

  find(settings: Settings, endpoint: string | undefined, status: number, details: KeyDetails): CoverageKey {
    const { code, cases = [], assumed = [], hasBody = status === 200 } = details
    const values = assumed.map((name) => `${name}=${settings[name]}`)
    const id = [endpoint, status, code, ...cases, ...values].join(' ')
    const found = this.#keys.get(id)
    if (found) return found
    const open = assumed.filter((name) => !this.#api.specifiedNames.includes(name))
    const headers = {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(open.length === 0 ? {} : { 'conmock-assumed': open.join(', ') }),
    }
    const key = {
      endpoint,
      status,
      code,
      cases,
      assumed: assumed.map((name) => ({ name, value: String(settings[name]) })),
      headers,
    }
    this.#keys.set(id, key)
    return key
  }
}
