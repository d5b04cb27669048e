import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isAdminPath } from '../admin/admin-path.js'
import type { AdminContext } from '../admin/create-admin.js'
import type { Answer, ApiRequest } from '../api/answer.js'
import { invalidHost } from '../api/refusal.js'
import type { MockInternals } from '../mock/mock-internals.js'
import type { SelectedSandbox, SandboxSelector } from '../sandboxes/select-sandbox.js'
import { isUsableHost, NodeRequest } from './node-request.js'
import { withOwn, type Cors } from './cors.js'
import type { CustomHandlers } from './custom-handlers.js'
import { identity } from '../common/version.js'
import { fail, send } from './send.js'

/** The parts of a server that answer requests. */
export interface ServerContext {
  readonly sandboxes: SandboxSelector
  readonly cors: Cors
  /** Called at the first request to the admin API. `undefined` if the admin API is off. */
  readonly getAdminContext: (() => AdminContext) | undefined
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}

/** Returns the path of a request to the admin API, or `undefined`. The path `/` only belongs to it for GET and HEAD. */
function findAdminPath({ method, url = '/' }: IncomingMessage): string | undefined {
  // Most requests are for the API, so this check comes first.
  if (/^\/[^_?#]/.test(url)) return undefined
  const [path = '/'] = url.split(/[?#]/, 1)
  return isAdminPath(path) && (path !== '/' || method === 'GET' || method === 'HEAD') ? path : undefined
}

/**
 * Returns a function that answers requests to the admin API, and returns `false` for all others. The admin API is loaded at its
 * first request, so that the server starts fast.
 *
 * @param getContext Called at the first request.
 */
function createAdminApi(
  getContext: () => AdminContext,
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  const load = async () => (await import('../admin/create-admin.js')).createAdmin(getContext())
  let admin: ReturnType<typeof load> | undefined

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, path: string): Promise<void> {
    const { status, headers, body } = await (await (admin ??= load()))(new NodeRequest(incoming), path)
    const isStream = typeof body === 'function'
    if (body === undefined || (isStream && incoming.method === 'HEAD'))
      outgoing.writeHead(status, headers).end()
    else if (isStream) body(outgoing.writeHead(status, headers))
    else send(outgoing, { status, headers, body }, {})
  }

  return (incoming, outgoing) => {
    const path = findAdminPath(incoming)
    if (path === undefined) return false
    void answer(incoming, outgoing, path)
    return true
  }
}

/**
 * Creates the function that answers the requests of a server: with the custom handlers first, if there are any, then with the API.
 *
 * @returns After it has loaded what the custom handlers need, which takes time.
 */
export async function createListener(context: ServerContext, hasHandlers: boolean): Promise<RequestListener> {
  const { sandboxes, cors, getAdminContext, hang } = context
  const admin = getAdminContext && createAdminApi(getAdminContext)

  function deliver(outgoing: ServerResponse, answer: Answer, request: ApiRequest): void {
    const { failure } = answer
    const allowed = cors.headers(request)
    const headers = answer.stream ? withOwn(allowed, answer.headers) : allowed
    if (answer.cookies) outgoing.setHeader('set-cookie', answer.cookies)
    if (failure) fail(outgoing, answer, failure, headers, hang)
    else send(outgoing, answer, headers)
  }

  /** Answers a preflight. Records it if the origin is not allowed. Returns `false` for all other requests. */
  function sendPreflight(
    request: ApiRequest,
    { requestLog }: MockInternals,
    outgoing: ServerResponse,
  ): boolean {
    const headers = cors.preflight(request)
    if (!headers) return false
    const refusal = cors.refusal(request)
    // An allowed preflight would only repeat the request that follows it.
    if (refusal) {
      const answer = { status: 204, headers, body: null, refusal: refusal.detail, hint: refusal.hint }
      requestLog.record(request, answer)
    }
    outgoing.writeHead(204, { ...headers, ...identity }).end()
    return true
  }

  /** Responds to a request that no handler of the user matches. */
  function respond(selected: SelectedSandbox, outgoing: ServerResponse): void | Promise<void> {
    const { request, mock } = selected
    if (sendPreflight(request, mock, outgoing)) return
    const answer = sandboxes.respond(selected)
    if (!(answer instanceof Promise)) return deliver(outgoing, answer, request)
    return answer.then((given) => deliver(outgoing, given, request))
  }

  const customHandlers: CustomHandlers | undefined = hasHandlers
    ? (await import('./custom-handlers.js')).createCustomHandlers(cors, respond)
    : undefined

  return (incoming, outgoing) => {
    if (admin?.(incoming, outgoing)) return
    const request = new NodeRequest(incoming)
    const { host = '' } = incoming.headers
    if (!isUsableHost(host)) return deliver(outgoing, sandboxes.refuse(request, invalidHost(host)), request)
    const corsRefusal = request.method === 'OPTIONS' ? undefined : cors.refusal(request)
    // Otherwise the token endpoint would issue a token, although the page cannot read it.
    if (corsRefusal && request.method === 'POST') {
      return deliver(outgoing, sandboxes.refuse(request, corsRefusal), request)
    }
    const selected = sandboxes.select(request)
    if ('detail' in selected) {
      // A page can only read the refusal if the preflight succeeds.
      if (sendPreflight(request, sandboxes.default, outgoing)) return
      return deliver(outgoing, sandboxes.refuse(request, selected), request)
    }
    if (corsRefusal) {
      // The log would only show a response that succeeds.
      selected.mock.requestLog.note(`The page cannot read the next response. ${corsRefusal.detail}`)
    }
    if (customHandlers && sandboxes.allowsHandlers(selected))
      return void customHandlers(incoming, outgoing, selected)
    void respond(selected, outgoing)
  }
}
