import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'

/** Counts the bodies that are rendered from now on. */
function countRendered() {
  const stringify = vi.spyOn(JSON, 'stringify')
  return () => stringify.mock.calls.filter(([value]) => isBody(value)).length
}

function isBody(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('contactMethods' in value || 'data' in value)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a body is rendered', () => {
  test('once for each record, and again after a change', async () => {
    const mock = createMock()
    const rendered = countRendered()
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('1'))
    expect(rendered()).toBe(1)
    await mock.volunteers.update({ user: { id: '1' } }, { departments: [] })
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('1'))
    expect(rendered()).toBe(2)
    for (let request = 0; request < 20; request++) await ask(mock, volunteerPath('2'))
    expect(rendered()).toBe(3)
  })

  test('once for each page, and again after a change of a role', async () => {
    const mock = createMock()
    const rendered = countRendered()
    for (let request = 0; request < 20; request++) await ask(mock, '/api/v0/roles')
    expect(rendered()).toBe(1)
    await mock.roles.update('1', { name: 'another' })
    for (let request = 0; request < 20; request++) await ask(mock, '/api/v0/roles')
    expect(rendered()).toBe(2)
  })

  test('once for another variant of an assumption', async () => {
    const mock = createMock()
    const rendered = countRendered()
    mock.assume({ 'user.preferredNameUnset': 'null' })
    await ask(mock, volunteerPath('2'))
    await ask(mock, volunteerPath('2'))
    expect(rendered()).toBe(1)
  })
})
