import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { startConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'

const PATHS = ['/api/v0/roles', '/api/v0/users/1/volunteer', '/api/v0/roles?nextPage=garbage']
const MANY = 30

interface Told {
  readonly header: string | null
  readonly type: string | null
  readonly text: string
}

async function tellMany(ask: (path: string) => Promise<Response>): Promise<Told[]> {
  const told: Told[] = []
  for (let number = 0; number < MANY; number++) {
    const response = await ask(PATHS[number % PATHS.length]!)
    told.push({
      header: response.headers.get('conmock-assumed'),
      type: response.headers.get('content-type'),
      text: await response.text(),
    })
  }
  return told
}

const world = ['--roles', '0', '--quiet'] as const

async function tellServed(...flags: readonly string[]): Promise<Told[]> {
  const { url } = await startConmock(...world, ...flags)
  return tellMany((path) => fetchFrom({ url }, path))
}

async function servedHeaders(seed: string): Promise<(string | null)[]> {
  return (await tellServed('--vary', 'documented', '--seed', seed)).map(({ header }) => header)
}

describe('--vary documented', () => {
  it('answers as a mock of the same seed does, in every process', async () => {
    const mock = createMock({ roles: 0, vary: 'documented', seed: 3 })
    const expected = await tellMany((path) => mock.fetch(authorized(path)))
    const served = await Promise.all([
      tellServed('--vary', 'documented', '--seed', '3'),
      tellServed('--vary', 'documented', '--seed', '3'),
    ])
    expect(served).toEqual([expected, expected])
    expect(expected.some(({ header }) => header?.includes('roles.empty=absent'))).toBe(true)
  })

  it('answers otherwise with another seed', async () => {
    const [three, four] = await Promise.all([servedHeaders('3'), servedHeaders('4')])
    expect(three).not.toEqual(four)
  })

  it('is off unless it is asked for', async () => {
    for (const { header } of await tellServed()) expect(header ?? '').not.toContain('=')
  })
})

describe('--no-assumed-header', () => {
  it('leaves the header out, and nothing else', async () => {
    const [with_, without] = await Promise.all([
      tellServed('--vary', 'documented'),
      tellServed('--vary', 'documented', '--no-assumed-header'),
    ])
    expect(without).toEqual(with_.map((each) => ({ ...each, header: null })))
    for (const { header } of with_) expect(header).toMatch(/\w/)
  })
})
