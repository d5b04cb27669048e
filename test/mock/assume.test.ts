import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, ROLES } from '../support/ask.js'

describe('mock.assume', () => {
  test('changes single assumptions for the following requests, and keeps earlier changes', async () => {
    const mock = createMock({ scenario: 'personas' })
    expect((await ask(mock, ROLES)).body).toHaveProperty('nextPage', null)
    mock.assume({ 'roles.lastPage': 'absent' })
    mock.assume({ 'roles.pageSize': 1000 })
    expect((await ask(mock, ROLES)).body).not.toHaveProperty('nextPage')
    expect(mock.settings).toMatchObject({ 'roles.lastPage': 'absent', 'roles.pageSize': 1000 })
  })

  test('keeps records, and is undone by reset(), which restores the options of the mock', async () => {
    const mock = createMock({ assumptions: { 'roles.pageSize': 7 } })
    const before = mock.settings
    await mock.roles.create({ name: 'mine' })
    mock.assume({ 'roles.pageSize': 3, 'errors.body': 'empty', 'roles.order': 'name' })
    expect(mock.roles.find({ name: 'mine' })).toBeDefined()
    await mock.reset()
    expect(mock.settings).toEqual(before)
    expect((await ask(mock, ROLES)).body).toHaveProperty('data.length', 7)
  })
})
