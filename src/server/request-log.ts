import type { IncomingMessage, ServerResponse } from 'node:http'

/** One answered request. */
export interface RequestEntry {
  readonly method: string
  /** Path and query; of the query only the cursor, because a token may have been put there by mistake. */
  readonly path: string
  readonly status: number
  /** Milliseconds from the request's head to the end of the answer. */
  readonly ms: number
  /** Why it was refused. */
  readonly refusal?: string
}

/** The path of a request target, with the values of all query parameters but the cursor hidden. */
export function loggedPath(target: string): string {
  const [path = '', query] = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/\?(.*)/s)
  if (query === undefined) return path
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value] = parameter.split(/=(.*)/s)
    return value === undefined || name === 'nextPage' ? parameter : `${name}=…`
  })
  return `${path}?${parameters.join('&')}`
}

/** Notes why requests were refused, and tells of each request when its answer is done. */
export class RequestLog {
  readonly #tell: ((entry: RequestEntry) => void) | undefined
  readonly #refusals = new WeakMap<object, string>()

  constructor(tell: ((entry: RequestEntry) => void) | undefined) {
    this.#tell = tell
  }

  /** Call when a request comes. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const tell = this.#tell
    if (!tell) return
    const start = performance.now()
    outgoing.once('close', () => {
      const { statusCode: status } = outgoing
      const refusal =
        this.#refusals.get(outgoing) ?? (status === 400 ? 'The request cannot be read.' : undefined)
      tell({
        method: incoming.method ?? '-',
        path: loggedPath(incoming.url ?? ''),
        status,
        ms: performance.now() - start,
        ...(refusal === undefined ? {} : { refusal }),
      })
    })
  }

  /** Call when a request is refused. */
  refused(outgoing: object, refusal: string | undefined): void {
    if (this.#tell && refusal !== undefined) this.#refusals.set(outgoing, refusal)
  }

  /** Call for what never became a request. */
  broken(status: number, refusal: string): void {
    this.#tell?.({ method: '-', path: '-', status, ms: 0, refusal })
  }
}
