import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { authorized, ROLES } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'

function fail(): never {
  throw new Error('out of paper')
}

test.each<() => void>([fail, async () => fail()])(
  'an onRequest that throws or rejects is only a warning: %s',
  async (onRequest) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => warn.mockRestore())
    const mock = createMock({ onRequest })
    const response = await mock.fetch(authorized(ROLES))
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveProperty('nextPage')
    expect(mock.requests.count()).toBe(1)
    const warnings = warn.mock.calls.flat().filter((text) => String(text).includes('out of paper'))
    expect(warnings).toEqual(['conmock: a listener such as onRequest failed: Error: out of paper'])
  },
)

test('onRequest of createMock and of startServer both get the entries of a server', async () => {
  const seen: string[] = []
  const mock = createMock({ onRequest: ({ id }) => seen.push(`mock ${id}`) })
  const server = await runServer({ mock, onRequest: ({ id }) => seen.push(`server ${id}`) })
  await fetchFrom(server, ROLES)
  await mock.fetch(authorized(ROLES))
  expect(seen).toEqual(['mock 1', 'server 1', 'mock 2', 'server 2'])
})
