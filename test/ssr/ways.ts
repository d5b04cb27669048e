/**
 * A program, whose arguments are the name of a package of undici and a JSON array of ways; by default, all. The server of its app
 * loads conmock/ssr, and sends requests to a stand-in for the mock. For each way, 72 requests run beside each other, and the program
 * prints those that named another sandbox than the incoming request that they belong to.
 */
import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type { Server } from 'node:net'
import { Writable, type Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type * as Undici from 'undici'

/** Sends a request, and resolves with the sandbox that it named. */
type Way = (url: string) => Promise<unknown>
/** Sends a request to the app. */
type Ask = (path: string, headers: Record<string, string>) => Promise<unknown>

const HEADER = 'conmock-sandbox'
const [undiciName = 'undici', list] = process.argv.slice(2)
const chosen = list === undefined ? undefined : (JSON.parse(list) as string[])

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

async function get(url: string, options: http.RequestOptions = {}): Promise<unknown> {
  const [response] = (await once(http.get(url, options), 'response')) as [http.IncomingMessage]
  return json(response)
}

const failed = new Set<string | null>()

/** Responds with the sandbox that a request names, redirects it, or fails at first. */
async function answer(got: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(got.url!, 'http://127.0.0.1')
  const id = searchParams.get('id')
  await wait(Number(id) % 4)
  const isFirst = !failed.has(id)
  if (pathname === '/flaky') failed.add(id)
  if (pathname === '/moved') response.writeHead(302, { location: searchParams.get('to')! }).end()
  else if (pathname === '/flaky' && isFirst) response.writeHead(503).end()
  else response.end(JSON.stringify(got.headers[HEADER] ?? 'none'))
}

const mock = await listen(http.createServer((...args) => void answer(...args)))
const other = await listen(http.createServer((...args) => void answer(...args)))
// The same machine as in the URL of the requests.
process.env['CONMOCK_URL'] = mock.replace('127.0.0.1', '[::1]')
/** Not a literal, because the types may not be built yet. */
const ssr: string = 'conmock/ssr'
await import(ssr)
const undici = (await import(undiciName)) as typeof Undici

const { Agent, BalancedPool, Client, Pool, RetryAgent } = undici
const { dns, redirect, retry } = (undici.interceptors ?? {}) as Partial<typeof Undici.interceptors>
const few = { connections: 2 }
const agent = new Agent(few)

async function request(target: Undici.Dispatcher, url: string): Promise<unknown> {
  const { origin, pathname, search } = new URL(url)
  return (await target.request({ method: 'GET', origin, path: pathname + search })).body.json()
}

async function fetchJson(
  send: (url: string, init: object) => Promise<Pick<Response, 'json'>>,
  url: string,
  init = {},
) {
  return (await send(url, init)).json()
}

/** The URL of a redirect to another URL. */
function moved(from: string, url: string): string {
  return `${from}/moved${new URL(url).search}&to=${encodeURIComponent(url)}`
}

const elsewhere = (url: string) => url.replace(mock, other)
const flaky = (url: string) => url.replace('/echo', '/flaky')

function through(target: Undici.Dispatcher | undefined, change = (url: string) => url): Way | undefined {
  return target && ((url) => request(target, change(url)))
}

const redirecting = redirect
  ? new Agent(few).compose(redirect({ maxRedirections: 2 }))
  : new Agent({ ...few, maxRedirections: 2 } as object)
const fewSockets = new http.Agent({ keepAlive: true, maxSockets: 2 })
const fetchRequest = (url: string, init: object) => fetch(new Request(url, init))
/** Whether the `fetch` of this Node can use the agents of this undici. */
const canFetch = await fetchJson(fetch, mock, { dispatcher: agent }).then(Boolean, () => false)

/** The ways to send a request. Those that a version of undici does not have are `undefined`. */
const ways: Record<string, Way | undefined> = {
  'http.get': (url) => get(url),
  'http.get with few sockets': (url) => get(url, { agent: fewSockets }),
  'http.get with an array of headers': (url) => get(url, { headers: ['host', new URL(url).host] as never }),
  'http.get of 0.0.0.0': (url) => get(url.replace('127.0.0.1', '0.0.0.0')),
  fetch: (url) => fetchJson(fetch, url),
  'fetch of localhost': (url) => fetchJson(fetch, url.replace('127.0.0.1', 'localhost')),
  'fetch of a Request': (url) => fetchJson(fetchRequest, url),
  'fetch with an Agent': canFetch ? (url) => fetchJson(fetch, url, { dispatcher: agent }) : undefined,
  'fetch of a Request with an Agent': canFetch
    ? (url) => fetchJson(fetchRequest, url, { dispatcher: agent })
    : undefined,
  'fetch, redirected to the mock': (url) => fetchJson(fetch, moved(other, url)),
  'fetch, redirected to others': (url) => fetchJson(fetch, moved(mock, elsewhere(url))),
  'undici.fetch': (url) => fetchJson(undici.fetch, url),
  'undici.fetch with an Agent': (url) => fetchJson(undici.fetch, url, { dispatcher: agent }),
  'undici.request': async (url) => (await undici.request(url)).body.json(),
  'undici.request with an Agent': async (url) =>
    (await undici.request(url, { dispatcher: agent })).body.json(),
  'undici.stream with an Agent': async (url) => {
    const parts: Buffer[] = []
    const write = (part: Buffer, _: unknown, done: () => void) => {
      parts.push(part)
      done()
    }
    await undici.stream(url, { method: 'GET', dispatcher: agent }, () => new Writable({ write }))
    return JSON.parse(String(Buffer.concat(parts)))
  },
  Pool: through(new Pool(mock, few)),
  BalancedPool: through(new BalancedPool([mock], few)),
  Client: through(new Client(mock)),
  'Client with pipelining': through(new Client(mock, { pipelining: 9 })),
  RetryAgent: RetryAgent && through(new RetryAgent(new Agent(few), { minTimeout: 1 }), flaky),
  'RetryAgent, redirected to others':
    RetryAgent && through(new RetryAgent(redirecting), (url) => moved(mock, elsewhere(url))),
  'interceptors.retry': retry && through(new Agent(few).compose(retry({ minTimeout: 1 })), flaky),
  'interceptors.dns':
    dns &&
    through(new Agent(few).compose(dns({ affinity: 4 })), (url) => url.replace('127.0.0.1', 'localhost')),
  'undici, redirected to the mock': through(redirecting, (url) => moved(other, url)),
  'undici, redirected to others': through(redirecting, (url) => moved(mock, elsewhere(url))),
  'fetch with a global Agent': (url) => fetchJson(fetch, url),
  'undici.request with a global Agent': async (url) => (await undici.request(url)).body.json(),
}

/** Sends the request that a query describes. */
async function handle(path: string): Promise<string> {
  const { searchParams } = new URL(path, 'http://127.0.0.1')
  const id = Number(searchParams.get('id'))
  await wait((id * 7) % 10)
  const named = ways[searchParams.get('way')!]!(`${mock}/echo?id=${id}`)
  return JSON.stringify(await named.catch((error: Error) => `${error.message} ${String(error.cause)}`))
}

/** Answers a request to the app, at once or in an event at the end of its body. */
function respond(got: Readable, path: string, response: Writable): void {
  const send = () => void handle(path).then((body) => response.end(body))
  if (path.includes('atEnd')) got.resume().on('end', send)
  else send()
}

const keepAlive = new http.Agent({ keepAlive: true, maxSockets: 12 })

function askHttp1(url: string): Ask {
  return (path, headers) => get(url + path, { headers, agent: keepAlive })
}

function askHttp2(url: string): Ask {
  const session = http2.connect(url, { rejectUnauthorized: false })
  return async (path, headers) => json(session.request({ ':path': path, ...headers }))
}

const tls = JSON.parse(process.env['TLS']!) as http2.SecureServerOptions
const streams = http2.createServer()
streams.on('stream', (stream, headers) => respond(stream, headers[':path']!, stream))
const apps: Record<string, Ask> = {
  'HTTP/1': askHttp1(await listen(http.createServer((got, sent) => respond(got, got.url!, sent)))),
  'HTTP/2': askHttp2(await listen(http2.createServer((got, sent) => respond(got, got.url, sent.stream)))),
  'streams of HTTP/2': askHttp2(await listen(streams)),
  'HTTP/2 with TLS': askHttp2(
    (await listen(http2.createSecureServer(tls, (got, sent) => respond(got, got.url, sent.stream)))).replace(
      'http',
      'https',
    ),
  ),
}

/** Sends 72 requests to the app beside each other, and returns those that did not name their sandbox. */
async function wrongOnes(ask: Ask, way: string, query = ''): Promise<string[]> {
  failed.clear()
  const asked = Array.from({ length: 72 }, (_, id) => (id % 5 === 0 ? 'none' : `s${id % 24}`))
  const named = await Promise.all(
    asked.map((name, id) =>
      ask(`/?way=${encodeURIComponent(way)}&id=${id}${query}`, name === 'none' ? {} : { [HEADER]: name }),
    ),
  )
  const expected = way.endsWith('to others') ? asked.map(() => 'none') : asked
  return named.flatMap((name, id) => (name === expected[id] ? [] : [`${expected[id]}: ${String(name)}`]))
}

const runs: Record<string, () => Promise<string[]>> = {}
for (const [way, send] of Object.entries(ways)) if (send) runs[way] = () => wrongOnes(apps['HTTP/1']!, way)
for (const [server, ask] of Object.entries(apps))
  for (const way of ['fetch', 'http.get']) {
    runs[`${way} by ${server}`] = () => wrongOnes(ask, way)
    runs[`${way} by ${server}, at the end of the body`] = () => wrongOnes(ask, way, '&atEnd')
  }

const results: Record<string, string[]> = {}
for (const name of chosen ?? Object.keys(runs)) {
  if (name.endsWith('a global Agent')) undici.setGlobalDispatcher(new Agent(few))
  results[name] = await runs[name]!()
}
process.stdout.write(JSON.stringify(results), () => process.exit())
