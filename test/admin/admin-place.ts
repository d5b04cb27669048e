import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import type { AdminAnswer } from '../../src/admin/answers.js'
import { createAdmin } from '../../src/admin/create-admin.js'
import type { GuardOptions } from '../../src/admin/guard.js'
import { readBody } from '../../src/mock/api-request.js'
import { Sandboxes } from '../../src/sandboxes/sandboxes.js'
import { createMockCore, type ConventionSandboxes } from '../support/convention.js'
import type { MockOptions } from '../../src/convention/types.js'

export const V1 = '/__conmock/v1'

interface Answered {
  readonly status: number
  readonly headers: Headers
  /** The parsed body, or `undefined`. */
  readonly body: any // oxlint-disable-line typescript/no-explicit-any -- tests check the values
}

export type AdminPlace = ReturnType<typeof createPlace>

/** Creates an admin API without a server. It is closed at the end of the test. */
export function createPlace(
  options: { readonly base?: MockOptions; readonly access?: Partial<GuardOptions> } = {},
) {
  const { base = { data: 'edge-cases' }, access } = options
  const mock = createMockCore(base)
  const reported: string[] = []
  const report = (text: string) => void reported.push(text)
  const closing = new AbortController()
  let time = 0
  const sandboxes = new Sandboxes({
    base: base as object,
    mock: mock as never,
    now: () => time,
    report,
  }) as ConventionSandboxes
  const answer = createAdmin({
    sandboxes,
    signal: closing.signal,
    report,
    access: { hosts: [], isLoopback: true, ...access },
  })

  function ask(method: string, path: string, init: RequestInit = {}): Promise<AdminAnswer> {
    const headers = new Headers({
      host: 'localhost:4020',
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
    })
    const request = new Request('http://localhost:4020', { ...init, method, headers })
    const bytes = async (maxBytes: number) => {
      const body = await readBody(request, maxBytes)
      return body && new Uint8Array(await body.arrayBuffer())
    }
    return answer({ method, headers, signal: request.signal, bytes }, path)
  }

  /** Sends a request as a client on this machine would. Does not read the body. */
  async function send(method: string, path: string, init?: RequestInit): Promise<Response> {
    const { body, ...rest } = await ask(method, path, init)
    return new Response(body as BodyInit | undefined, rest)
  }

  onTestFinished(() => closing.abort())
  return {
    mock,
    sandboxes,
    reported,
    /** Advances the time of the machine. */
    pass: (ms: number) => void (time += ms),
    send,
    follow: async () => {
      const { body } = await ask('GET', `${V1}/events`)
      const stream = new PassThrough()
      ;(body as (outgoing: PassThrough) => void)(stream)
      return stream
    },
    /** Calls a member, such as `default/roles.count`, with a body: its arguments, or a text. */
    call: async (member: string, body: unknown = [], init: RequestInit = {}): Promise<Answered> => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await send('POST', `${V1}/${member}`, { body: text, ...init })
      const { status, headers } = response
      const answered = await response.text()
      return { status, headers, body: answered === '' ? undefined : (JSON.parse(answered) as unknown) }
    },
    close: () => closing.abort(),
  }
}
