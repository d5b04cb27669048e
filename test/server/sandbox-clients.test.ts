import { expect, it } from 'vitest'
import { runServer } from '../support/running-server.js'
import { runSandboxClients } from '../support/sandbox-clients.js'

it('parallel clients with sandboxes of their own see nothing of each other', async () => {
  const server = await runServer({ seed: 99 })
  expect(await runSandboxClients(server, { clients: 6, requests: 70 })).toEqual([])
  expect(server.mock.requests.all()).toEqual([])
})

it('this test fails for requests that do not name their sandbox', async () => {
  const server = await runServer({ seed: 99 })
  const seen = await runSandboxClients(server, { clients: 4, requests: 20, isNamed: false })
  expect(seen.length).toBeGreaterThan(4 * 15)
})
