import { describe, expect, test } from 'vitest'
import { ConflictError, createMock } from '../../src/index.js'
import { roleNames } from '../support/ask.js'

describe('a unique value', () => {
  test('is free again after a role is renamed, so that two roles can swap their names', async () => {
    const mock = createMock({ data: 'edge-cases' })
    await mock.roles.update('1', { name: 'between' })
    await mock.roles.update('2', { name: 'staff' })
    await mock.roles.update('1', { name: 'admin' })
    const ids = ['admin', 'staff', 'between'].map((name) => mock.roles.find({ name })?.id)
    expect(ids).toEqual(['1', '2', undefined])
    expect((await roleNames(mock)).slice(0, 2)).toEqual(['admin', 'staff'])
  })

  test('is compared as text with those of other records: names are case-sensitive, and ids are not numbers', async () => {
    const mock = createMock()
    await mock.roles.create({ id: '01', name: 'Staff' })
    await mock.roles.update('1', { name: 'staff' })
    await expect(mock.roles.create({ name: 'staff' })).rejects.toThrow(ConflictError)
    expect(mock.roles.find('01')).toEqual({ id: '01', name: 'Staff' })
    expect(mock.roles.find('1')).toEqual({ id: '1', name: 'staff' })
  })
})
