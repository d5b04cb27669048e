import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { startConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'

const PATHS = ['/api/v0/roles', '/api/v0/users/1/volunteer', '/api/v0/roles?nextPage=garbage']
const MANY = 30

interface Received {
  readonly header: string | null
  readonly type: string | null
  readonly text: string
}

async function requestMany(ask: (path: string) => Promise<Response>): Promise<Received[]> {
  const received: Received[] = []
  for (let number = 0; number < MANY; number++) {
    const response = await ask(PATHS[number % PATHS.length]!)
    received.push({
      header: response.headers.get('conmock-assumed'),
      type: response.headers.get('content-type'),
      text: await response.text(),
    })
  }
  return received
}

const dataFlags = ['--roles', '0', '--quiet'] as const

async function requestServer(...flags: readonly string[]): Promise<Received[]> {
  const { url } = await startConmock(...dataFlags, ...flags)
  return requestMany((path) => fetchFrom({ url }, path))
}

async function servedHeaders(seed: string): Promise<(string | null)[]> {
  return (await requestServer('--vary', 'documented', '--seed', seed)).map(({ header }) => header)
}

describe('--vary documented', () => {
  it('answers as a mock with the same seed, in every process', async () => {
    const mock = createMock({ roles: 0, vary: 'documented', seed: 3 })
    const expected = await requestMany((path) => mock.fetch(authorized(path)))
    const served = await Promise.all([
      requestServer('--vary', 'documented', '--seed', '3'),
      requestServer('--vary', 'documented', '--seed', '3'),
    ])
    expect(served).toEqual([expected, expected])
    expect(expected.some(({ header }) => header?.includes('roles.empty=absent'))).toBe(true)
  })

  it('gives other responses with another seed', async () => {
    const [three, four] = await Promise.all([servedHeaders('3'), servedHeaders('4')])
    expect(three).not.toEqual(four)
  })

  it('is off by default', async () => {
    for (const { header } of await requestServer()) expect(header ?? '').not.toContain('=')
  })
})

describe('--no-assumed-header', () => {
  it('omits only the header', async () => {
    const [with_, without] = await Promise.all([
      requestServer('--vary', 'documented'),
      requestServer('--vary', 'documented', '--no-assumed-header'),
    ])
    expect(without).toEqual(with_.map((each) => ({ ...each, header: null })))
    for (const { header } of with_) expect(header).toMatch(/\w/)
  })
})
