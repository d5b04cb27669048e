import { createHash } from 'node:crypto'
import { faker } from '@faker-js/faker'
import { describe, expect, test } from 'vitest'
import { buildVolunteer, createMock, type MockData } from '../../src/index.js'

/** SHA-256 of the default data. Users keep snapshots of responses, so a change of this hash is a breaking change. */
const DEFAULT_DATA = '6f662fdf0954c7e487a95248f48d900354a0d5280fe6e89e3293d8a5ca709a21'

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The lists that users know. A new kind of record must not change them. */
function knownLists({ format, volunteers, users, roles }: MockData): string {
  return JSON.stringify({ format, volunteers, users, roles })
}

function dataHash(): string {
  return hash(knownLists(createMock().export()))
}

// compat/default-data.test.ts compares it with that of other processes, time zones and languages.
describe('the default data', () => {
  test('has not changed', () => {
    expect(dataHash()).toBe(DEFAULT_DATA)
  })

  test('is the same after another mock was created, read and changed', async () => {
    const before = dataHash()
    const [first, second] = [createMock(), createMock()]
    createMock({ seed: 2 }).volunteers.findMany()
    await first.volunteers.update({ user: { id: '1' } }, { departments: [] })
    await first.users.delete('1001')
    await first.roles.createMany(5)
    expect(hash(knownLists(second.export()))).toBe(before)
    expect(dataHash()).toBe(before)
  })

  test('has records that do not depend on the order of access', () => {
    const forwards = createMock({ seed: 77 }).volunteers.findMany()
    const mock = createMock({ seed: 77, volunteerCount: 199 })
    const backwards = forwards
      .slice(0, 199)
      .toReversed()
      .map(({ id }) => mock.volunteers.find(id))
    expect(backwards.toReversed()).toEqual(forwards.slice(0, 199))
  })
})

test("the user's own random numbers are not changed by the mock", async () => {
  faker.seed(42)
  const expected = Array.from({ length: 3 }, () => faker.person.fullName())
  faker.seed(42)
  const drawn = [faker.person.fullName()]
  const mock = createMock({ seed: 6 })
  mock.export()
  drawn.push(faker.person.fullName())
  await mock.volunteers.create()
  buildVolunteer()
  drawn.push(faker.person.fullName())
  expect(drawn).toEqual(expected)
})
