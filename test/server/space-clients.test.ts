import { expect, it } from 'vitest'
import { runServer } from '../support/running-server.js'
import { runSpaceClients } from '../support/space-clients.js'

it('parallel clients with spaces of their own see nothing of each other', async () => {
  const server = await runServer({ seed: 99 })
  expect(await runSpaceClients(server, { clients: 12, requests: 70 })).toEqual([])
  expect(server.mock.requests.all()).toEqual([])
})

it('this test fails for requests that do not name their space', async () => {
  const server = await runServer({ seed: 99 })
  const seen = await runSpaceClients(server, { clients: 4, requests: 20, isNamed: false })
  expect(seen.length).toBeGreaterThan(4 * 15)
})
