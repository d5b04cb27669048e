import { Hono, type Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { StatusCode } from 'hono/utils/http-status'
import { InvalidOptionError } from '../common/errors.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { readBody } from '../mock/mock-request.js'
import { API_ROOT, DASHBOARD_ROOT, isDashboardPath, links } from './admin-path.js'
import { dashboardFile } from './dashboard.js'
import { EventLog } from './event-log.js'
import { createGuard } from './guard.js'
import { createAdminDocument } from './openapi.js'
import { AdminError, isBug, problemResponse, safeHeaders } from './problems.js'
import { readQuery } from './query.js'
import type { AdminContext, Route, RouteInput } from './route.js'
import { routes } from './routes.js'
import { streamEvents } from './stream-events.js'

const MAX_BODY_BYTES = 10 * 1024 * 1024

/** What the server knows about a request, and a `Request` does not. */
interface RequestFacts {
  /** The values of all Host headers. */
  readonly hosts: readonly string[]
}

/** Answers the requests of the admin API. Never throws. */
export type Admin = (request: Request, facts: RequestFacts) => Promise<Response>

function pathOf(request: Request): string {
  return new URL(request.url).pathname
}

/** @throws AdminError If the bytes are not UTF-8. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AdminError(400, 'the body is not UTF-8')
  }
}

/** @throws AdminError If the body is too long, incomplete, not UTF-8 or not JSON. */
async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBody(request, MAX_BODY_BYTES).catch(() => {
    throw new AdminError(400, 'the body is incomplete')
  })
  if (bytes === undefined) {
    // The rest of the body is not read.
    throw new AdminError(413, 'the body is longer than 10 MiB', { connection: 'close' })
  }
  const text = decode(await bytes.arrayBuffer())
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AdminError(400, `the body is not JSON: ${(error as Error).message}`)
  }
}

/** Limits of time and memory: an element of a list may be `{}`, and names are parts of other generated values. */
const MAX_LIST_LENGTH = 10_000
const MAX_ELEMENTS = 100_000
const MAX_TEXT_LENGTH = 100_000

function checkLength(length: number, max: number, what: string): void {
  if (length > max) throw new AdminError(413, `the body has ${length} ${what}; at most ${max} are allowed`)
}

/** @throws AdminError If a text or a list in the body is too long, or all lists together. */
function checkSize(body: unknown): void {
  let elements = 0
  const values = [body]
  for (const value of values) {
    if (typeof value === 'string') checkLength(value.length, MAX_TEXT_LENGTH, 'characters in one text')
    if (!isObject(value)) continue
    if (Array.isArray(value)) {
      checkLength(value.length, MAX_LIST_LENGTH, 'elements in one list')
      elements += value.length
    }
    for (const member of Object.values(value)) values.push(member)
  }
  checkLength(elements, MAX_ELEMENTS, 'elements in all lists')
}

/** @throws InvalidOptionError If a route without a body gets members. */
function checkBody({ body: expected }: Route, body: unknown): void {
  if (expected?.required && body === undefined) {
    throw new InvalidOptionError('the request needs a JSON body')
  }
  if (expected || body === undefined) return
  if (isPlainObject(body) && Object.keys(body).length === 0) return
  throw new InvalidOptionError('the request must have no body, or {}')
}

function addRoute(app: Hono, context: AdminContext, route: Route): void {
  app.on(route.method, API_ROOT + route.path, async (hono) => {
    const query = readQuery(new URL(hono.req.url).searchParams, route.query ?? {})
    const body = route.method === 'GET' ? undefined : await readJson(hono.req.raw)
    checkSize(body)
    checkBody(route, body)
    const param = (name: string) => hono.req.param(name) ?? ''
    const input: RouteInput = {
      context,
      get mock() {
        return context.sandboxes.require(param('sandbox'))
      },
      param,
      query,
      body,
      hono,
    }
    hono.status(Number(Object.keys(route.responses)[0]) as StatusCode)
    const answer = await route.answer(input)
    return answer === undefined ? hono.body(null, 204) : hono.json(answer)
  })
}

function refuseOtherMethods(app: Hono, path: string, methods: readonly string[]): void {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  app.all(path, ({ req }) => {
    throw new AdminError(405, `${path} does not allow ${req.method}; it allows ${allow}`, { allow })
  })
}

function notFound(hono: Context): Response {
  const known = Object.values(links).join(', ')
  return problemResponse(
    new AdminError(404, `the admin API has no path ${pathOf(hono.req.raw)}; it has ${known}`),
  )
}

/** Returns links for a client that asks for JSON, and the page of the dashboard for all others. */
function answerRoot(hono: Context): Response {
  const supports = ['text/html', 'application/json']
  const type = accepts(hono, { header: 'Accept', supports, default: 'text/html' })
  return type === 'text/html' ? sendFile(hono) : hono.json(links, 200, { vary: 'Accept' })
}

function sendFile(hono: Context): Response {
  return dashboardFile(pathOf(hono.req.raw)) ?? notFound(hono)
}

function createApp(context: AdminContext): Hono {
  const { sandboxes, version, signal } = context
  /** Only created for the first client, because events cost time for each request to the API. */
  let log: EventLog | undefined
  const app = new Hono({ getPath: pathOf })
  const singles: Readonly<Record<string, (hono: Context) => Response>> = {
    '/': answerRoot,
    [`${DASHBOARD_ROOT}*`]: sendFile,
    [links.health]: (hono) => hono.json({ status: 'ok', version }),
    [links.events]: (hono) => streamEvents(hono, (log ??= new EventLog(sandboxes)), signal),
    [links.openapi]: (hono) => hono.json(createAdminDocument(version)),
  }
  for (const [path, answer] of Object.entries(singles)) {
    app.get(path, (hono) => {
      // A link to the page may have a query, such as `utm_source`. The page ignores it.
      if (!isDashboardPath(path)) readQuery(new URL(hono.req.url).searchParams, {})
      return answer(hono)
    })
    refuseOtherMethods(app, path, ['GET'])
  }
  for (const route of routes) addRoute(app, context, route)
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method)
    refuseOtherMethods(app, API_ROOT + path, methods)
  }
  app.notFound(notFound)
  app.onError((error) => {
    if (isBug(error)) context.report(`the admin API failed: ${String(error)}`)
    return problemResponse(error)
  })
  return app
}

/**
 * Creates the admin API.
 *
 * @example
 * const admin = createAdmin(context)
 * const response = await admin(request, { hosts: ['127.0.0.1:4020'] })
 */
export function createAdmin(context: AdminContext): Admin {
  const refuse = createGuard(context.access)
  const app = createApp(context)
  return async (request, { hosts }) => {
    const { method, headers } = request
    const path = pathOf(request)
    const refusal = refuse({ method, path, hosts, headers })
    if (refusal) return problemResponse(refusal)
    const response = await app.fetch(request)
    for (const [name, value] of Object.entries(safeHeaders)) {
      // Only files of the dashboard set their own headers, because browsers may cache them.
      if (!isDashboardPath(path) || !response.headers.has(name)) response.headers.set(name, value)
    }
    return response
  }
}
