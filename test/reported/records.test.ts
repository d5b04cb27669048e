import { expect, it } from 'vitest'
import { edgeCases } from '../../src/index.js'
import { openReported } from './open.js'

function shown({ mock }: Awaited<ReturnType<typeof openReported>>): string {
  return JSON.stringify(mock.export())
}

it('the records fit the built-in ones, and some are unusual', async () => {
  const { mock } = await openReported()
  const roles = mock.userRoles.findMany({ userId: '1' }).map(({ scope }) => scope)
  expect(roles.toSorted()).toEqual(['convention', 'global'])
  expect(mock.userRoles.findMany({ userId: '2' })).toEqual([])
  expect(mock.registrations.find({ userId: '2' })).toBeUndefined()
  expect(mock.registrations.find({ userId: '3' })?.status).toBe('unpaid')
  expect(mock.registrations.find({ userId: '4' })?.badgeName).toBe('')
  expect(mock.registrations.find({ userId: '5' })?.productDisplayName).toBeNull()
  const types = mock.registrations.find({ userId: '10' })?.options.map(({ type }) => type)
  expect(types).toEqual(['select', 'multi', 'text', 'number', 'phone', 'address'])
  expect(mock.dealers.findMany().filter(({ applications }) => applications.length === 0)).toHaveLength(1)
  expect(mock.accounts.findMany({ verified: false }).length).toBeGreaterThan(1)
  const { departments } = edgeCases.manyDepartments.volunteer
  const known = new Map(mock.departments.findMany().map(({ id, name }) => [id, name]))
  for (const { id, name } of departments) expect(known.get(id)).toBe(name)
  expect(mock.registrations.count() / mock.volunteers.count()).toBeGreaterThan(0.8)
})

it('a user without an account is verified, and its address has only nulls', async () => {
  const { send, mock } = await openReported()
  const { id } = await mock.users.create({ firstName: 'Ada' })
  const user: Readonly<Record<string, unknown>> = (await send(`GET users/${id}`)).body
  expect(user).toMatchObject({ firstName: 'Ada', preferredName: null, verified: true })
  expect(user['address']).toEqual({
    addressCity: null,
    addressCountry: null,
    addressLine1: null,
    addressLine2: null,
    addressState: null,
    addressZipcode: null,
  })
})

it('the records are the same for each mock, and others for another seed', async () => {
  const [one, same, other] = await Promise.all([{}, {}, { seed: 2 }].map((options) => openReported(options)))
  expect(shown(one!)).toBe(shown(same!))
  expect(shown(one!)).not.toBe(shown(other!))
  expect(one!.mock.registrations.find({ userId: '1' })).toMatchObject({ badgeName: 'Sable40' })
})

it('deleting a user deletes its records, and a mock without volunteers has no such records', async () => {
  const { mock } = await openReported()
  await mock.users.delete('1')
  expect(mock.registrations.find({ userId: '1' }) ?? mock.accounts.find({ userId: '1' })).toBeUndefined()
  expect(mock.userRoles.findMany({ userId: '1' })).toEqual([])
  const { mock: empty } = await openReported({ data: 'empty' })
  expect([empty.registrations.count(), empty.departments.count(), empty.userRoles.count()]).toEqual([0, 0, 0])
})
