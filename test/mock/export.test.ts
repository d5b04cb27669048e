import { describe, expect, test } from 'vitest'
import { buildVolunteer, createMock, type MockOptions, type MockData } from '../../src/index.js'
import { ask, roleNames, volunteerPath } from '../support/ask.js'
import { thrownBy } from '../support/thrown.js'

function throughJson(data: MockData): MockData {
  return JSON.parse(JSON.stringify(data)) as MockData
}

test('export contains the changes of a test', async () => {
  const mock = createMock({ data: 'edge-cases' })
  await mock.volunteers.create({ id: 'own', user: { id: 'owner', preferredName: undefined } })
  await mock.volunteers.delete('50000001')
  await mock.users.delete('2')
  await mock.users.update('3', { preferredName: undefined })
  await mock.roles.createMany([{ id: 'x' }, { id: '5000' }])
  await mock.roles.delete('1')
  const data = throughJson(mock.export())
  expect(data.volunteers.map(({ id }) => id)).toEqual(expect.arrayContaining(['own', '50000003']))
  expect(data.volunteers.map(({ id }) => id)).toEqual(expect.not.arrayContaining(['50000001', '50000002']))
  expect(data.users.map(({ id }) => id)).toEqual(['1', '28', '29'])
  expect(data.roles.slice(-2).map(({ id }) => id)).toEqual(['x', '5000'])
  const copy = createMock({ data })
  expect(copy.export()).toEqual(data)
  expect(await roleNames(copy)).toEqual(await roleNames(mock))
})

describe('data', () => {
  const volunteer = buildVolunteer({ id: 'b', user: { id: 'ümit/?' } })

  test('may contain only some lists, in any order and with any ids', async () => {
    const roles = ['z', '10', '9'].map((id) => ({ id, name: `role ${id}` }))
    const mock = createMock({ data: { volunteers: [volunteer], roles } })
    expect((await ask(mock, volunteerPath('ümit/?'))).body).toEqual(volunteer)
    expect(await roleNames(mock)).toEqual(['role 9', 'role 10', 'role z'])
    expect(mock.export()).toMatchObject({ format: 'conmock-1', volunteers: [volunteer], users: [], roles })
    expect(createMock({ data: {} }).export()).toEqual(createMock({ data: 'empty' }).export())
  })

  test.each(['volunteerCount', 'roleCount'])('cannot be combined with %s', (option) => {
    const options = { data: {}, [option]: 0 }
    expect(thrownBy(() => createMock(options as MockOptions))).toMatchObject({
      name: 'InvalidOptionError',
      message: expect.stringContaining(`"${option}"`) as string,
    })
  })

  test('can be combined with other options, and with options of undefined', async () => {
    const options = { volunteerCount: undefined, roleCount: undefined, seed: 9 }
    const mock = createMock({ data: {}, ...options, tokens: { mine: ['user:read'] } })
    expect((await ask(mock, '/api/v0/roles', 'mine')).status).toBe(200)
    expect(await mock.volunteers.create()).toEqual(
      await createMock({ data: 'empty', seed: 9 }).volunteers.create(),
    )
  })
})
