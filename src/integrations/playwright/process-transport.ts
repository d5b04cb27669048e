import type { Request as PageRequest, Route } from '@playwright/test'
import type { MockCore } from '../../mock/mock-core.js'
import type { MockOptions } from '../../mock/options.js'
import { isRequest } from '../../mock/api-request.js'
import type { CompiledApi } from '../../contract/compile.js'
import { createMockCore } from '../../mock/create-mock-core.js'
import { createRemoteMock } from '../../admin/client/create-remote-mock.js'
import type { RemoteMock } from '../../admin/client/remote-mock.js'
import { toJson } from '../../admin/client/create-call.js'
import { callMockMember } from '../../admin/members.js'
import { corsForPage, withCors } from '../../server/cors.js'
import type { Transport } from './transport.js'

function toRequest(request: PageRequest, signal: AbortSignal): Request {
  const body = request.postDataBuffer()
  return new Request(request.url(), {
    method: request.method(),
    headers: request.headers(),
    signal,
    ...(body && { body: Uint8Array.from(body) }),
  })
}

/** Converts headers to the form of Playwright, which separates several cookies by line breaks. */
function readHeaders({ headers }: Response): Record<string, string> {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
}

async function respond(mock: MockCore, route: Route, signal: AbortSignal): Promise<void> {
  const request = toRequest(route.request(), signal)
  let sent: Response
  let body: Buffer
  try {
    sent = withCors(await mock.fetch(request), corsForPage(request).headers(request))
    body = Buffer.from(await sent.arrayBuffer())
  } catch (error) {
    // A fault. Playwright cannot send a part of a body, so a truncated one is a lost connection, too.
    if (!(error instanceof TypeError)) throw error
    return route.abort('connectionreset')
  }
  await route.fulfill({ status: sent.status, headers: readHeaders(sent), body })
}

/** Returns the mock as a server would, so that tests run unchanged in both modes: its members are called with JSON. */
function asRemote(mock: MockCore, baseUrl: string, signal: AbortSignal): RemoteMock {
  async function call(member: string, args: readonly unknown[]): Promise<unknown> {
    const sent = JSON.parse(JSON.stringify(toJson(args))) as unknown[]
    const result = await callMockMember(mock, member, sent, [signal])
    return result === undefined ? undefined : (JSON.parse(JSON.stringify(result)) as unknown)
  }
  return createRemoteMock(call, (input, init) =>
    mock.fetch(isRequest(input) ? input : new URL(input, `${baseUrl}/`), init),
  )
}

export function createProcessTransport(api: CompiledApi, options: MockOptions, baseUrl: string): Transport {
  const mock = createMockCore(api, { ...options, baseUrl })
  const closing = new AbortController()
  return {
    mock: asRemote(mock, baseUrl, closing.signal),
    baseUrl,
    elsewhere: new Set(),
    past: new Set(),
    respond: (route, signal) => respond(mock, route, signal),
    close: async () => closing.abort(),
  }
}
