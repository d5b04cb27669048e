import { expect, it } from 'vitest'
import { conventionCommands } from '../../src/convention/command-line.js'
import { createMock } from '../../src/index.js'

function summarize(mock: object) {
  return conventionCommands.summarize(mock as never) as {
    readonly userIds: string[]
    readonly roleCount: number
  }
}

it('summarizes the data with at most twenty users, those with a record first, and the number of roles', async () => {
  const usual = summarize(createMock())
  expect(usual.userIds).toHaveLength(20)
  expect(usual.roleCount).toBe(250)
  const empty = createMock({ data: 'empty' })
  expect(summarize(empty)).toEqual({ userIds: [], roleCount: 0 })
  await empty.users.create({ id: '1' })
  await empty.volunteers.create({ user: { id: '2' } })
  expect(summarize(empty).userIds).toEqual(['2', '1'])
})
