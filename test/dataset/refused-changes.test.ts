import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'

/** A mock with few generated records to which a test has added a volunteer, a user without a record and a role. */
async function changedMock(): Promise<Mock> {
  const mock = createMock({ volunteerCount: 40, roleCount: 20 })
  await mock.volunteers.create({ id: 'v', user: { id: 'owner' } })
  await mock.users.create({ id: 'u' })
  await mock.roles.create({ id: 'r', name: 'own' })
  return mock
}

type Refused = [message: RegExp, change: (mock: Mock) => Promise<unknown>]

const conflicts: Refused[] = [
  [/"50000001" is taken/, ({ volunteers }) => volunteers.create({ id: '50000001' })],
  [/"v" is taken/, ({ volunteers }) => volunteers.create({ id: 'v' })],
  [/"1" belongs to the volunteer "50000001"/, ({ volunteers }) => volunteers.create({ user: { id: '1' } })],
  [/"owner" belongs to the volunteer "v"/, ({ volunteers }) => volunteers.create({ user: { id: 'owner' } })],
  [/"1001" is taken/, ({ users }) => users.create({ id: '1001' })],
  [/"u" is taken/, ({ users }) => users.create({ id: 'u' })],
  [/"owner" is taken/, ({ users }) => users.create({ id: 'owner' })],
  [/"101" is taken/, ({ roles }) => roles.create({ id: '101' })],
  [/"r" is taken/, ({ roles }) => roles.create({ id: 'r' })],
  [/"staff" belongs to the role "1"/, ({ roles }) => roles.create({ name: 'staff' })],
  [/"own" belongs to the role "r"/, ({ roles }) => roles.create({ name: 'own' })],
  [/"staff" belongs to the role "1"/, ({ roles }) => roles.update('r', { name: 'staff' })],
  [/"own" belongs to the role "r"/, ({ roles }) => roles.update('1', { name: 'own' })],
  [/"r" and cannot become "s"/, ({ roles }) => roles.update('r', { id: 's' })],
  [/"1" and cannot become "s"/, ({ users }) => users.update('1', { id: 's' })],
  [/cannot become/, ({ volunteers }) => volunteers.update('v', { id: 's' })],
  [/cannot become/, ({ volunteers }) => volunteers.update('v', { user: { id: 'u' } })],
  [/"staff" belongs to the role "1"/, ({ roles }) => createBetween(roles, { name: 'staff' })],
  [/"first" belongs to the role "one"/, ({ roles }) => createBetween(roles, { name: 'first' })],
  [/"one" is taken/, ({ roles }) => createBetween(roles, { id: 'one' })],
  [/belongs to the role/, ({ roles }) => roles.updateMany({}, { name: 'same' })],
  [
    /"owner" belongs to the volunteer "v"/,
    ({ volunteers }) =>
      volunteers.createMany([
        { user: { id: '28', firstName: 'New' } },
        { user: { id: 'new' } },
        { user: { id: 'owner' } },
      ]),
  ],
]

function createBetween(roles: Mock['roles'], refused: object): Promise<unknown> {
  return roles.createMany([{ id: 'one', name: 'first' }, {}, refused])
}

const notFound: Refused[] = [
  [/no role matches "9999"/, ({ roles }) => roles.update('9999', {})],
  [/no user matches \{"firstName":"\?"\}/, ({ users }) => users.update({ firstName: '?' }, {})],
  [/no volunteer matches the predicate/, ({ volunteers }) => volunteers.update(() => false, {})],
  [
    /more than one user matches \{"preferredName":null\}/,
    ({ users }) => users.update({ preferredName: null }, { lastName: 'x' }),
  ],
  [/more than one role matches \{\}/, ({ roles }) => roles.delete({})],
  [/no role matches "9999"/, ({ roles }) => roles.delete('9999')],
  [/more than one volunteer matches the predicate/, ({ volunteers }) => volunteers.delete(() => true)],
]

const wrongVolunteer = { user: { phone: '1', nick: 'x' }, departments: [{ id: '1', states: ['maybe'] }] }
const wrongData: object = { roles: [{ name: 1 }, { nam: 'x' }], users: [{ id: '1' }, { id: '1' }] }

const invalid: Refused[] = [
  [/\$\.name: /, ({ roles }) => createBetween(roles, { name: 7 })],
  [
    /\$\.departments\[0\]\.states\[0\]: .*\n.*\$\.user\.phone: .*\n.*\$\.user\.nick: /,
    ({ volunteers }) => volunteers.update('v', wrongVolunteer as never),
  ],
  [
    /\$\.roles\[0\]\.name: .*\n.*\$\.roles\[1\]\.nam: .*\n.*\$\.users\[1\]\.id: /,
    (mock) => mock.replace(wrongData),
  ],
  ...[null, 'text', [], { id: null }].flatMap((changes): Refused[] => [
    [/\$/, ({ volunteers }) => volunteers.update('v', changes as never)],
    [/\$/, ({ users }) => users.update('u', changes as never)],
    [/\$/, ({ roles }) => roles.update('r', changes as never)],
  ]),
]

describe.each(
  Object.entries({ ConflictError: conflicts, RecordNotFoundError: notFound, DataError: invalid }),
)('a change with a %s changes nothing:', (name, changes) => {
  test.each(changes)('%s', async (message, change) => {
    const mock = await changedMock()
    await mock.users.delete('2')
    const before = mock.export()
    const refusal = { name, message: expect.stringMatching(message) as string }
    await expect(change(mock)).rejects.toMatchObject(refusal)
    expect(mock.export()).toEqual(before)
    expect(await mock.roles.create({ id: 'one', name: 'first' })).toEqual({ id: 'one', name: 'first' })
  })
})
