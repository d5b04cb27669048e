import { expect, it, onTestFinished } from 'vitest'
import { startServerProcess } from '../soak/server-process.js'
import { callMember } from '../support/call-member.js'
import { runSandboxClients } from '../support/sandbox-clients.js'

const MIB = 2 ** 20

async function start() {
  const server = await startServerProcess(['--seed', '99'])
  onTestFinished(() => void server.kill())
  return server
}

it('50 clients with sandboxes of their own see nothing of each other in 20,000 requests', async () => {
  const server = await start()
  expect(await runSandboxClients(server, { clients: 50, requests: 400 })).toEqual([])
})

it('1,000 sandboxes with ten changed records each need less than 100 MB', async () => {
  const server = await start()
  const send = async (member: string, ...args: unknown[]) => {
    const response = await callMember(server.url, member, args)
    expect(response.ok).toBe(true)
    await response.text()
  }
  async function fill(from: number, to: number): Promise<void> {
    for (let number = from; number < to; number++) {
      await send('sandboxes.create', `w${number}`)
      const names = Array.from({ length: 6 }, (_, index) => ({ name: `role ${index} of ${number}` }))
      await send(`w${number}/roles.createMany`, names)
      // Each has a user, so these are four records.
      await send(`w${number}/volunteers.createMany`, [{}, {}])
      const headers = { authorization: 'Bearer mock-all-scopes', 'conmock-sandbox': `w${number}` }
      await (await fetch(`${server.url}/api/v0/roles`, { headers })).text()
    }
  }
  // Loads and compiles the code.
  for (let number = 0; number < 30; number++) {
    await fill(number, number + 1)
    await send('sandboxes.delete', `w${number}`)
  }
  const empty = await server.sample()
  await Promise.all([0, 1, 2, 3].map((part) => fill(part * 250, Math.min(999, (part + 1) * 250))))
  const full = await server.sample()
  const [heap, rss] = [full.heap - empty.heap, full.rss - empty.rss].map((bytes) => bytes / MIB)
  process.stdout.write(`1,000 sandboxes: heap +${heap!.toFixed(1)} MiB, memory +${rss!.toFixed(1)} MiB\n`)
  expect(heap! * MIB).toBeLessThan(100e6)
  expect(rss! * MIB).toBeLessThan(100e6)
}, 180_000)
