import { expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { usedMemory } from '../support/used-memory.js'

it('a mock keeps nothing of records that were created and deleted again', async () => {
  const mock = createMock({ data: 'empty' })
  async function createAndDelete(): Promise<void> {
    const created = await mock.roles.createMany(5000)
    const ids = new Set(created.map(({ id }) => id))
    await mock.roles.deleteMany(({ id }) => ids.has(id))
  }
  // Compiled code needs memory, too. It is compiled in the first rounds.
  for (let round = 0; round < 4; round++) await createAndDelete()
  const before = await usedMemory()
  for (let round = 0; round < 4; round++) await createAndDelete()
  expect((await usedMemory()) - before).toBeLessThan(1_000_000)
})
