import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../mock/internals.js'
import type { RequestEntry } from './request-entry.js'

/** The path of a request target, with the values of all query parameters but the cursor hidden. */
function loggedPath(target: string): string {
  const [path = '', query] = target
    .replace(/#.*/s, '')
    .replace(/^https?:\/\/[^/?#]*/i, '')
    .split(/\?(.*)/s)
  if (query === undefined) return path
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value] = parameter.split(/=(.*)/s)
    if (name === 'nextPage') return parameter
    return value === undefined ? '…' : `${name}=…`
  })
  return `${path}?${parameters.join('&')}`
}

/** What a line of the log says beside what happened. */
interface Explanation {
  readonly refusal?: string | undefined
  readonly note?: string | undefined
  readonly facts?: Answer['facts'] | undefined
}

/** Why, where nothing was noted: the adapter refuses by itself what it cannot read. */
const unexplained: Record<number, string> = {
  0: 'The connection was closed before the end of the answer.',
  400: 'The request is malformed.',
}

/** Notes why requests were refused, and tells of each request when its answer is done. */
export class RequestLog {
  readonly #tell: ((entry: RequestEntry) => void) | undefined
  readonly #explanations = new WeakMap<object, Explanation>()

  constructor(tell: ((entry: RequestEntry) => void) | undefined) {
    this.#tell = tell
  }

  /** Call when a request comes. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!this.#tell) return
    const start = performance.now()
    outgoing.once('close', () => {
      const status = outgoing.writableFinished ? outgoing.statusCode : 0
      const explanation = this.#explanations.get(outgoing) ?? {}
      const { note, refusal = unexplained[status] } = explanation
      const assumed = explanation.facts?.assumed ?? []
      this.#report({
        method: incoming.method ?? '-',
        path: loggedPath(incoming.url ?? ''),
        status,
        ms: performance.now() - start,
        ...(refusal === undefined ? {} : { refusal }),
        ...(note === undefined ? {} : { note }),
        ...(assumed.length === 0 ? {} : { assumed: assumed.map(({ name, value }) => `${name}=${value}`) }),
      })
    })
  }

  /** Call with what is to be said of an answer. */
  explain(outgoing: object, explanation: Explanation): void {
    if (this.#tell) this.#explanations.set(outgoing, explanation)
  }

  /** Call for what never became a request. */
  broken(status: number, refusal: string): void {
    this.#report({ method: '-', path: '-', status, ms: 0, refusal })
  }

  /** The caller's function may fail; the server must not fail with it. */
  #report(entry: RequestEntry): void {
    try {
      this.#tell?.(entry)
    } catch (error) {
      process.emitWarning(`onRequest failed: ${String(error)}`, 'ConmockWarning')
    }
  }
}
