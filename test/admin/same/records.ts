import { expect } from 'vitest'
import type { Body } from './same-mock.js'

/** Reading and changing records. */
export const records: Record<string, Body> = {
  'records are created, completed and found': async (mock) => {
    const created = await mock.volunteers.create({
      user: { id: '4242', firstName: 'Ada', preferredName: null },
    })
    return [
      created,
      await mock.volunteers.create(),
      await mock.roles.createMany([{ name: 'a' }, {}]),
      await mock.roles.createMany(Array.from({ length: 2 }, (_, index) => ({ name: `number-${index}` }))),
      await mock.users.createMany(1),
      await mock.roles.createMany([]),
      await mock.volunteers.find(created.id),
      await mock.volunteers.find({ user: { id: '4242' } }),
      await mock.users.find('4242'),
      await mock.users.find('0'),
    ]
  },
  'undefined omits a field, and matches a missing one': async (mock) => {
    await mock.users.create({ id: '4242', preferredName: undefined })
    const found = await mock.users.findMany({ preferredName: undefined })
    expect(found.map(({ id }) => id)).toContain('4242')
    await mock.users.create({ id: '4243', preferredName: 'Ad' })
    const updated = await mock.users.update('4243', { preferredName: undefined })
    expect('preferredName' in updated).toBe(false)
    return [found, await mock.users.count({ preferredName: undefined })]
  },
  'conditions may be objects and ids': async (mock) => {
    await mock.roles.createMany(Array.from({ length: 30 }, (_, index) => ({ name: `hr:${index}` })))
    return [
      await mock.roles.findMany(),
      await mock.roles.findMany({ name: 'hr:3' }),
      await mock.roles.find({ name: 'nobody' }),
      await mock.roles.count(),
      await mock.roles.count({ name: 'hr:3' }),
      await mock.volunteers.count({ departments: [{ states: ['avoid'] }] }),
    ]
  },
  'records are changed': async (mock) => {
    await mock.roles.createMany(
      Array.from({ length: 12 }, (_, index) => ({ id: String(900_001 + index), name: `old:${index}` })),
    )
    return [
      await mock.roles.update('900001', { name: 'new:0' }),
      await mock.roles.update({ name: 'old:1' }, { name: 'new:1' }),
      await mock.users.updateMany({ preferredName: undefined }, { phone: '+14155550123' }),
      await mock.roles.updateMany({ name: 'nobody' }, { name: 'none' }),
      await mock.roles.findMany(),
      await mock.users.findMany(),
    ]
  },
  'records are deleted': async (mock) => {
    await mock.roles.createMany(
      Array.from({ length: 12 }, (_, index) => ({ id: String(900_001 + index), name: `old:${index}` })),
    )
    return [
      await mock.roles.delete('900001'),
      await mock.roles.delete({ name: 'old:1' }),
      await mock.roles.deleteMany({ name: 'old:3' }),
      await mock.roles.deleteMany({ name: 'none' }),
      await mock.roles.findMany(),
      await mock.volunteers.clear(),
      await mock.volunteers.count(),
      await mock.users.clear(),
      await mock.users.findMany(),
    ]
  },
  'a conflict names the line of the call, also if the call was not awaited': async (mock) => {
    const calls = [mock.roles.create({ name: 'unique' }), mock.roles.create({ name: 'unique' })]
    // Not awaited: V8 would add the line of `await` to the stack.
    const error = await new Promise<Error>((resolve) => {
      for (const call of calls) call.catch(resolve)
    })
    expect(error.stack).toMatch(/^ConflictError: .*\n(?: .*\n)*.*same\/records\.ts:/)
    return [error.message, await mock.roles.find({ name: 'unique' })]
  },
}
