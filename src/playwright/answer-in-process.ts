import type { Request as PageRequest, Route } from '@playwright/test'
import { describeHandlerFailure } from '../api/refusal.js'
import { askCustomHandlers } from '../mock/custom-handlers.js'
import { internalsOf, type MockInternals } from '../mock/mock-internals.js'
import type { MockCore } from '../mock/mock-core.js'
import type { MockOptions } from '../mock/options.js'
import { isRequest } from '../mock/mock-request.js'
import { createMockCore } from '../mock/create-mock-core.js'
import { createRemoteMock } from '../admin/client/create-remote-mock.js'
import type { RemoteMock } from '../admin/client/remote-mock.js'
import { createSend } from '../admin/client/send.js'
import { createAdmin } from '../admin/create-admin.js'
import { DEFAULT_SANDBOX } from '../sandboxes/sandbox.js'
import { Sandboxes } from '../sandboxes/sandboxes.js'
import { createCors, handlersForPreflights, withCors, type Cors } from '../server/cors.js'
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

/** Reads a body. If reading fails, returns the part that was read, because Playwright cannot send a truncated body. */
async function readBody({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const reader = body?.getReader()
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) parts.push(part.value)
  } catch {
    // A fault or a handler of the user ends the body here.
  }
  return Buffer.concat(parts)
}

/** Converts headers to the form of Playwright, which separates several cookies by line breaks. */
function headersOf({ headers }: Response): Record<string, string> {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies.join('\n') }) }
}

async function answer(mock: MockCore, cors: Cors, route: Route, signal: AbortSignal): Promise<void> {
  const request = toRequest(route.request(), signal)
  let response: Response
  try {
    response = await mock.fetch(request)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return route.abort('connectionreset')
  }
  const sent = withCors(response, cors.headers(request))
  await route.fulfill({ status: sent.status, headers: headersOf(sent), body: await readBody(sent) })
}

/** Answers a preflight like the server: the custom handlers for OPTIONS first. */
async function answerPreflight(
  { handlers, journal }: MockInternals,
  cors: Cors,
  request: Request,
): Promise<Response> {
  const { method, url } = request
  const forPreflights = handlersForPreflights(handlers)
  try {
    const own = forPreflights.length > 0 ? await askCustomHandlers(forPreflights, request) : undefined
    const response = own
      ? withCors(own, cors.headers(request))
      : new Response(null, { status: 204, headers: cors.preflight(request)! })
    journal.record(method, url, { status: response.status })
    return response
  } catch (error) {
    journal.record(method, url, { status: 500, refusal: describeHandlerFailure(error) })
    return new Response(null, { status: 500 })
  }
}

/** The admin API needs the URL of a server. No server runs here, so nothing is sent to this URL. */
const ROOT = 'http://localhost'

/** There is no server that could print notes. */
const report = () => {}

/** Returns the mock as a server would, so that tests run unchanged in both modes: its methods use the admin API. */
function throughControl(mock: MockCore, baseUrl: string, signal: AbortSignal): RemoteMock {
  const sandboxes = new Sandboxes({ base: {}, mock, report })
  const access = { hosts: [], isLoopback: true }
  const admin = createAdmin({ sandboxes, version: '', signal, report, access })
  const send = createSend(ROOT, undefined, (input, init) =>
    admin(new Request(input, init), { hosts: [new URL(ROOT).host] }),
  )
  return createRemoteMock(DEFAULT_SANDBOX, send, (input, init) =>
    mock.fetch(isRequest(input) ? input : new URL(input, `${baseUrl}/`), init),
  )
}

export function answerInProcess(options: MockOptions, baseUrl: string): Transport {
  const mock = createMockCore({ ...options, baseUrl })
  const view = internalsOf(mock)
  const closing = new AbortController()
  const cors = createCors('*', view.handlers)
  return {
    mock: throughControl(mock, baseUrl, closing.signal),
    baseUrl,
    elsewhere: new Set(),
    answerPreflight: (preflight) => answerPreflight(view, cors, preflight),
    answer: (route, signal) => answer(mock, cors, route, signal),
    close: async () => closing.abort(),
  }
}
