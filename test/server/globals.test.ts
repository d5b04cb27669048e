import { expect, it } from 'vitest'
import { fetchFrom, runServer } from '../support/running-server.js'

it('a server does not replace the global Request, Response and fetch', async () => {
  const before = [Request, Response, fetch]
  const server = await runServer()
  expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  expect([Request, Response, fetch].map((value, index) => value === before[index])).toEqual([
    true,
    true,
    true,
  ])
})
