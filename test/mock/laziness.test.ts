import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { generateRoleName } from '../../src/dataset/kinds/generate-role.js'
import { generateUser } from '../../src/dataset/kinds/generate-user.js'
import { generateVolunteer } from '../../src/dataset/kinds/generate-volunteer.js'
import { ask, volunteerPath } from '../support/ask.js'

vi.mock('../../src/dataset/kinds/generate-role.js', { spy: true })
vi.mock('../../src/dataset/kinds/generate-user.js', { spy: true })
vi.mock('../../src/dataset/kinds/generate-volunteer.js', { spy: true })

/** A large world that no other test of this file has made records of. */
let seed = 100
function largeMock() {
  return createMock({ scenario: 'many-pages', seed: seed++ })
}

/** How many records were made since the test began. */
function made() {
  return {
    volunteers: vi.mocked(generateVolunteer).mock.calls.length,
    users: vi.mocked(generateUser).mock.calls.length,
    roles: vi.mocked(generateRoleName).mock.calls.length,
  }
}

afterEach(() => {
  vi.clearAllMocks()
})

describe('a large world', () => {
  test('is made, given handlers and reset without making a record', async () => {
    const mock = largeMock()
    expect(mock.handlers).toHaveLength(1)
    await mock.reset()
    expect(made()).toEqual({ volunteers: 0, users: 0, roles: 0 })
  })

  test('makes one volunteer for one volunteer', async () => {
    const mock = largeMock()
    expect((await ask(mock, volunteerPath('90001'))).status).toBe(200)
    expect(made()).toEqual({ volunteers: 1, users: 1, roles: 0 })
    expect((await ask(mock, volunteerPath('90001'))).status).toBe(200)
    expect(made()).toEqual({ volunteers: 1, users: 1, roles: 0 })
  })

  test('makes no more for a user who does not exist', async () => {
    expect((await ask(largeMock(), volunteerPath('99999999'))).status).toBe(404)
    expect(made()).toEqual({ volunteers: 0, users: 0, roles: 0 })
  })

  test('makes a page of roles for a page of roles, and one to see whether more follow', async () => {
    await ask(largeMock(), '/api/v0/roles')
    expect(made().roles).toBe(91)
  })

  test('makes one record for finding it by its id, or by its user', () => {
    const mock = largeMock()
    expect(mock.volunteers.find('50091000')).toBeDefined()
    expect(mock.volunteers.find({ user: { id: '90001' } })).toBeDefined()
    expect(mock.volunteers.find({ id: '50091001', user: { firstName: 'nobody' } })).toBeUndefined()
    expect(mock.users.find('50000')).toBeDefined()
    expect(mock.roles.find('5000')).toBeDefined()
    expect(made()).toEqual({ volunteers: 3, users: 4, roles: 1 })
  })

  test('makes no other volunteer for one that is created, changed or deleted', async () => {
    const mock = largeMock()
    await mock.volunteers.create({ user: { id: 'own' } })
    await mock.volunteers.update('50091000', { departments: [] })
    await mock.users.update('50001', { preferredName: null })
    await mock.users.delete('60001')
    expect(made().volunteers).toBeLessThan(6)
    expect(made().users).toBeLessThan(12)
  })
})
