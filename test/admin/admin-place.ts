import { onTestFinished } from 'vitest'
import { createAdmin } from '../../src/admin/create-admin.js'
import type { GuardOptions } from '../../src/admin/guard.js'
import { Sandboxes } from '../../src/sandboxes/sandboxes.js'
import { createMockCore } from '../../src/mock/create-mock-core.js'
import type { MockCore } from '../../src/mock/mock-core.js'
import type { MockOptions } from '../../src/mock/options.js'
import { expectDocumented } from './documented.js'

export const V1 = '/__conmock/v1'

/** The query parameter with a condition. */
export function where(condition: unknown): string {
  return `where=${encodeURIComponent(JSON.stringify(condition))}`
}

/** The sandbox that most tests use. */
export const SANDBOX = `${V1}/sandboxes/default`

interface Answered {
  readonly status: number
  readonly headers: Headers
  /** The parsed body, or `undefined`. */
  readonly body: any // oxlint-disable-line typescript/no-explicit-any -- tests check the values
}

/** A admin API without a server. */
export interface ControlPlace {
  readonly mock: MockCore
  readonly sandboxes: Sandboxes
  /** The messages for the developer. */
  readonly reported: string[]
  /** Advances the time of the machine. */
  readonly pass: (ms: number) => void
  /** Sends a request as a client on this machine would. Does not read the body. */
  readonly send: (method: string, path: string, body?: unknown, init?: RequestInit) => Promise<Response>
  /** Like `send`. Reads the body, and checks that the OpenAPI document describes the response. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answered>
  /** Closes the server. */
  readonly close: () => void
}

/** Creates an admin API. It is closed at the end of the test. */
export function createPlace(
  options: { readonly base?: MockOptions; readonly access?: Partial<GuardOptions> } = {},
): ControlPlace {
  const { base = { scenario: 'personas' }, access } = options
  const mock = createMockCore(base)
  const reported: string[] = []
  const report = (text: string) => void reported.push(text)
  const closing = new AbortController()
  let time = 0
  const sandboxes = new Sandboxes({ base, mock, now: () => time, report })
  const control = createAdmin({
    sandboxes,
    version: '1.2.3',
    signal: closing.signal,
    report,
    access: { hosts: [], isLoopback: true, ...access },
  })

  function send(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('content-type')) headers.set('content-type', 'application/json')
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(new URL(path, 'http://localhost:4020'), {
      ...init,
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
    })
    return control(request, { hosts: ['localhost:4020'] })
  }

  onTestFinished(() => closing.abort())
  return {
    mock,
    sandboxes,
    reported,
    pass: (ms) => void (time += ms),
    send,
    async ask(method, path, body) {
      const { status, headers, ...response } = await readAll(await send(method, path, body))
      expectDocumented(method, path.replace(/\?.*/, ''), status, response.body)
      return { status, headers, body: response.body }
    },
    close: () => closing.abort(),
  }
}

async function readAll(response: Response): Promise<Answered> {
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}
