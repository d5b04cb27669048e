import { describe, expect, it } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import { InvalidOptionError } from '../../src/index.js'
import { thrownBy } from '../support/thrown.js'
import { resolveSettings } from '../support/convention.js'

/** Accepts any value, as in plain JavaScript. */
function resolve(input: Record<string, unknown>) {
  return resolveSettings({ assumptions: input })
}

function messageOf(run: () => unknown): string {
  const error = thrownBy(run)
  expect(error).toBeInstanceOf(InvalidOptionError)
  return (error as InvalidOptionError).message
}

describe('an unknown assumption', () => {
  it.each([
    ['roles.pagesize', 'roles.pageSize'],
    ['role.pageSize', 'roles.pageSize'],
  ])('"%s" is refused with the suggestion %s and a list of all', (wrong, right) => {
    const message = messageOf(() => resolve({ [wrong]: '404' }))
    expect(message).toContain(`unknown assumption "${wrong}": did you mean "${right}"?`)
    for (const name of Object.keys(assumptions)) expect(message).toContain(name)
  })

  it.each(['toString', '__proto__'])('is %s, although every object inherits it', (name) => {
    const parsed = JSON.parse(`{"${name}":"x"}`) as Record<string, unknown>
    expect(messageOf(() => resolve(parsed))).toContain(`unknown assumption "${name}"`)
  })
})

describe('a value', () => {
  it.each<[string, string, readonly unknown[]]>([
    [
      'roles.pageSize',
      'any whole number of roles from 1 to 10000',
      [0, 10_001, 2.5, Number.NaN, '0', '2.5', '25 ', '-1', '1e3', '0x19', '', null, true, {}, [25]],
    ],
    ['method.notAllowed', '405, 404', [404.5, 40, '405 ', '', null, true, ['405'], {}]],
  ])('for %s that is invalid is refused with the allowed ones: %s', (name, allowed, inputs) => {
    for (const input of inputs) {
      const message = messageOf(() => resolve({ [name]: input }))
      expect(message).toContain(`assumption ${name} has no variant`)
      expect(message).toContain(`allowed: ${allowed}`)
    }
  })

  it('of undefined is ignored', () => {
    expect(resolve({ 'roles.pageSize': undefined })).toEqual(resolveSettings())
  })
})
