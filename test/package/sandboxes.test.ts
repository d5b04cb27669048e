import { expect, it } from 'vitest'
import { connect } from '../../src/server.js'
import { runServer } from '../support/running-server.js'
import { usedMemory } from '../support/used-memory.js'

it('1,000 sandboxes with ten changed records each need less than 100 MB', async () => {
  const remote = await connect((await runServer({ seed: 99 })).url)
  async function fill(number: number): Promise<void> {
    const sandbox = await remote.createSandbox(`w${number}`)
    await sandbox.roles.createMany(
      Array.from({ length: 6 }, (_, index) => ({ name: `role ${index} of ${number}` })),
    )
    // Each has a user, so these are four records.
    await sandbox.volunteers.createMany([{}, {}])
    const headers = { authorization: 'Bearer mock-all-scopes' }
    expect((await sandbox.fetch('/api/v0/roles', { headers })).status).toBe(200)
  }
  // Loads and compiles the code.
  for (let number = 0; number < 30; number++) {
    await fill(number)
    await remote.deleteSandbox(`w${number}`)
  }
  const before = await usedMemory()
  for (let number = 0; number < 999; number++) await fill(number)
  const growth = (await usedMemory()) - before
  process.stdout.write(`1,000 sandboxes: +${(growth / 2 ** 20).toFixed(1)} MiB\n`)
  expect(growth).toBeLessThan(100e6)
}, 180_000)
