import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../api/answer.js'
import type { RequestEntry } from './request-entry.js'

/** Returns the path and query of a request target. Hides all query values except the cursor. */
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

/** The reason of a refusal and other details of a log entry. */
interface Explanation {
  readonly refusal?: string | undefined
  readonly hint?: string | undefined
  readonly note?: string | undefined
  readonly facts?: Answer['facts'] | undefined
}

/** Reasons for requests without an explanation: the connection was closed, or the adapter for own handlers refused. */
const defaultReasons: Record<number, string> = {
  0: 'The connection was closed before the end of the response.',
  400: 'The request is malformed.',
}

/** Collects the details of requests, and reports each request when its answer is complete. */
export class RequestLog {
  readonly #onRequest: ((entry: RequestEntry) => void) | undefined
  readonly #explanations = new WeakMap<object, Explanation>()

  constructor(onRequest: ((entry: RequestEntry) => void) | undefined) {
    this.#onRequest = onRequest
  }

  /** Reports a request when its answer is complete. */
  follow(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (!this.#onRequest) return
    const time = Date.now()
    const start = performance.now()
    outgoing.once('close', () => {
      const status = outgoing.writableFinished ? outgoing.statusCode : 0
      const explanation = this.#explanations.get(outgoing) ?? {}
      const { note, hint, facts, refusal = defaultReasons[status] } = explanation
      const assumed = facts?.assumed ?? []
      this.#report({
        time,
        method: incoming.method ?? '-',
        path: loggedPath(incoming.url ?? ''),
        status,
        ms: performance.now() - start,
        ...(refusal === undefined ? {} : { refusal }),
        ...(facts?.code === undefined ? {} : { code: facts.code }),
        ...(hint === undefined ? {} : { hint }),
        ...(note === undefined ? {} : { note }),
        ...(assumed.length === 0 ? {} : { assumed: assumed.map(({ name, value }) => `${name}=${value}`) }),
      })
    })
  }

  /** Adds details to the entry of a request. */
  explain(outgoing: object, explanation: Explanation): void {
    if (this.#onRequest) this.#explanations.set(outgoing, explanation)
  }

  /** Reports a request that node:http could not parse. */
  broken(status: number, refusal: string): void {
    this.#report({ time: Date.now(), method: '-', path: '-', status, ms: 0, refusal })
  }

  /** Calls `onRequest`. An error in it must not stop the server, so it only causes a warning. */
  #report(entry: RequestEntry): void {
    try {
      this.#onRequest?.(entry)
    } catch (error) {
      process.emitWarning(`onRequest failed: ${String(error)}`, 'ConmockWarning')
    }
  }
}
