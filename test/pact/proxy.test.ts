import { globalAgent } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SetupProblem } from '../../src/common/errors.js'
import type { Send } from '../../src/pact/common/forward.js'
import { throughProxy } from '../../src/pact/common/proxy.js'

const request = { method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0), maxMs: 100 }

/** Returns the message of a request that fails. */
function messageFor(origin: string, error = new Error('it failed')): Promise<string> {
  const sent = throughProxy(() => Promise.reject(error))({ ...request, origin })
  return sent.then(
    () => expect.fail('it succeeded'),
    ({ message }: Error) => message,
  )
}

/** Node sets this option if it may use the proxies of the environment. */
const { options } = globalAgent as unknown as { options: { proxyEnv?: object | undefined } }

beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy'])
    for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, undefined)
  const { proxyEnv } = options
  delete options.proxyEnv
  return () => (options.proxyEnv = proxyEnv)
})

afterEach(() => void vi.unstubAllEnvs())

const UNUSED = 'is set, but not used: also set NODE_USE_ENV_PROXY=1, with Node 22.21, 24.5 or later'
const USED = 'is used, unless NO_PROXY has this host'

it.each<[variable: string, origin: string, ending?: string, isUsed?: boolean]>([
  ['HTTPS_PROXY', 'https://service.example', UNUSED],
  ['https_proxy', 'https://service.example:8443', UNUSED],
  ['HTTP_PROXY', 'http://service.example', UNUSED],
  ['HTTPS_PROXY', 'https://service.example', USED, true],
  ['HTTPS_PROXY', 'http://service.example'],
  ['HTTPS_PROXY', 'https://127.0.0.1:4020'],
])(
  'a request that fails names a proxy that it could use: %s for %s: %s',
  async (name, origin, ending, isUsed) => {
    vi.stubEnv(name, 'http://me:secret@proxy.example')
    if (isUsed) options.proxyEnv = process.env
    const end = ending === undefined ? '' : `; ${name} ${ending}`
    expect(await messageFor(origin)).toBe(`it failed${end}`)
    expect(await messageFor(origin, new SetupProblem('it crashed'))).toBe('it crashed')
  },
)

it('a request gets the proxies of the environment if Node uses them, and nothing else of it', async () => {
  const send = vi.fn<Send>().mockResolvedValue({ status: 200, headers: {}, body: Buffer.alloc(0) })
  const proxies = { HTTPS_PROXY: 'http://proxy.example', no_proxy: 'intranet' }
  await throughProxy(send)({ ...request, origin: 'https://service.example' })
  options.proxyEnv = { ...proxies, SECRET: 'a-secret' }
  await throughProxy(send)({ ...request, origin: 'https://service.example' })
  expect(send.mock.calls.map(([{ proxyEnv }]) => proxyEnv)).toEqual([undefined, proxies])
})
