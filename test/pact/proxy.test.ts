import { globalAgent } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SetupProblem } from '../../src/pact/common/problem.js'
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

describe('a request that fails', () => {
  it.each([
    ['HTTPS_PROXY', 'https://service.example'],
    ['https_proxy', 'https://service.example:8443'],
    ['HTTP_PROXY', 'http://service.example'],
  ])('names %s, which is not used for %s', async (name, origin) => {
    vi.stubEnv(name, 'http://me:secret@proxy.example')
    expect(await messageFor(origin)).toBe(
      `it failed; ${name} is set, but not used: also set NODE_USE_ENV_PROXY=1, with Node 22.21, 24.5 or later`,
    )
  })

  it('names the proxy that is used', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://me:secret@proxy.example')
    options.proxyEnv = process.env
    expect(await messageFor('https://service.example')).toBe(
      'it failed; HTTPS_PROXY is used, unless NO_PROXY has this host',
    )
  })

  it('names no proxy if it has nothing to do with it', async () => {
    expect(await messageFor('https://service.example')).toBe('it failed')
    vi.stubEnv('HTTPS_PROXY', 'http://proxy.example')
    expect(await messageFor('http://service.example')).toBe('it failed')
    expect(await messageFor('https://127.0.0.1:4020')).toBe('it failed')
    expect(await messageFor('https://service.example', new SetupProblem('it crashed'))).toBe('it crashed')
  })
})

it('a request gets the proxies of the environment if Node uses them, and nothing else of it', async () => {
  const send = vi.fn<(request: object) => Promise<never>>().mockResolvedValue(undefined as never)
  const proxies = { HTTPS_PROXY: 'http://proxy.example', no_proxy: 'intranet' }
  await throughProxy(send)({ ...request, origin: 'https://service.example' })
  options.proxyEnv = { ...proxies, SECRET: 'a-secret' }
  await throughProxy(send)({ ...request, origin: 'https://service.example' })
  expect(send.mock.calls.map(([{ proxyEnv }]) => proxyEnv as unknown)).toEqual([undefined, proxies])
})
