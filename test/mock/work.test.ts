import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'

/** Bodies that were written since the test began. */
function countWritten() {
  const stringify = vi.spyOn(JSON, 'stringify')
  return () => stringify.mock.calls.filter(([value]) => isBody(value)).length
}

function isBody(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('contactMethods' in value || 'data' in value)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an answer is written', () => {
  test('once for each record, however often it is asked for, and once more when it has changed', async () => {
    const mock = createMock()
    const written = countWritten()
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('1'))
    expect(written()).toBe(1)
    await mock.volunteers.update({ user: { id: '1' } }, { departments: [] })
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('1'))
    expect(written()).toBe(2)
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('2'))
    expect(written()).toBe(3)
  })

  test('once for each page, and once more when a role has changed', async () => {
    const mock = createMock()
    const written = countWritten()
    for (let request = 0; request < 20; request++) await ask(mock, '/api/v0/roles')
    expect(written()).toBe(1)
    await mock.roles.update('1', { name: 'another' })
    for (let request = 0; request < 20; request++) await ask(mock, '/api/v0/roles')
    expect(written()).toBe(2)
  })

  test('anew for another guess, and not again for the one before', async () => {
    const mock = createMock()
    const written = countWritten()
    mock.assume({ 'user.preferredNameUnset': 'null' })
    await ask(mock, volunteerPath('2'))
    await ask(mock, volunteerPath('2'))
    expect(written()).toBe(1)
  })
})
