import { describe, expect, it } from 'vitest'
import { createMock, InvalidOptionError, type AssumptionInput, type Profile } from '../../src/index.js'
import { resolveSettings } from '../../src/contract/settings.js'
import { thrownBy } from '../support/thrown.js'
import { rows } from './assumption-table.js'

/** Accepts any value, as in plain JavaScript. */
function resolve(assumptions: Record<string, unknown>) {
  return resolveSettings({ assumptions })
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
    ['preferredNameUnset', 'user.preferredNameUnset'],
    ['rate-limit', 'rateLimit'],
    ['path.trailing', 'path.trailingSlash'],
  ])('"%s" is refused with the suggestion %s and a list of all', (wrong, right) => {
    const message = messageOf(() => resolve({ [wrong]: '404' }))
    expect(message).toContain(`unknown assumption "${wrong}": did you mean "${right}"?`)
    for (const { name } of rows) expect(message).toContain(name)
  })

  it.each(['toString', 'constructor', 'hasOwnProperty'])(
    'is %s, although every object inherits it',
    (name) => {
      expect(messageOf(() => resolve({ [name]: 'x' }))).toContain(`unknown assumption "${name}"`)
    },
  )

  it('is __proto__, from JSON', () => {
    const parsed = JSON.parse('{"__proto__":"x"}') as Record<string, unknown>
    expect(messageOf(() => resolve(parsed))).toContain('unknown assumption "__proto__"')
  })

  it('is reported instead of its variant', () => {
    expect(() => createMock({ assumptions: { nothing: 1 } as AssumptionInput })).toThrow(
      'unknown assumption "nothing"',
    )
  })
})

describe('a value', () => {
  it.each([
    ['method.notAllowed', 404, '404'],
    ['method.notAllowed', '404', '404'],
    ['auth.insufficientScope', 403, '403'],
    ['auth.insufficientScope', '403', '403'],
    ['cursor.invalid', 400, '400'],
    ['roles.pageSize', 25, 25],
    ['roles.pageSize', '25', 25],
    ['roles.pageSize', '10000', 10_000],
    ['cursor.lifetime', 'forever', 'forever'],
    ['rateLimit', 'none', 'none'],
  ])('for %s may be %j, and is then %j', (name, input, value) => {
    expect(resolve({ [name]: input })).toHaveProperty([name], value)
  })

  it.each([
    0,
    -1,
    10_001,
    2.5,
    Number.NaN,
    Infinity,
    '0',
    '2.5',
    '25 ',
    '-1',
    '1e3',
    '0x19',
    '',
    null,
    true,
    {},
    [25],
  ])('for roles.pageSize may not be %j', (input) => {
    const message = messageOf(() => resolve({ 'roles.pageSize': input }))
    expect(message).toContain('assumption roles.pageSize has no variant')
    expect(message).toContain('allowed: any whole number of roles from 1 to 10000')
  })

  it.each([404.5, 40, '405 ', '', null, true, ['405'], {}])(
    'for method.notAllowed may not be %j',
    (input) => {
      expect(messageOf(() => resolve({ 'method.notAllowed': input }))).toContain('allowed: 405, 404')
    },
  )

  it.each([0, 'never', '', null])('for cursor.lifetime may not be %j', (input) => {
    const message = messageOf(() => resolve({ 'cursor.lifetime': input }))
    expect(message).toContain('allowed: forever, any whole number of seconds from 1 to 31536000')
  })

  const notLimits = ['10', '10/', '/60', 'x/60', '0/60', '10/0', '10/60/5', '1.5/60', 10, null, {}]
  it.each([...notLimits, { requests: 10 }, { requests: 10, perSeconds: 60, burst: 5 }])(
    'for rateLimit may not be %j',
    (input) => {
      const message = messageOf(() => resolve({ rateLimit: input }))
      expect(message).toContain('assumption rateLimit has no variant')
      expect(message).toContain('allowed: none, REQUESTS/SECONDS')
    },
  )

  it('of undefined is ignored', () => {
    expect(resolve({ 'roles.pageSize': undefined })).toEqual(resolveSettings())
  })

  it('does not change other settings', () => {
    const { 'roles.pageSize': size, ...others } = resolve({ 'roles.pageSize': 7 })
    expect(size).toBe(7)
    expect({ ...others, 'roles.pageSize': 100 }).toEqual(resolveSettings())
  })

  it('cannot be changed later', () => {
    const { settings } = createMock()
    expect(Object.isFrozen(settings)).toBe(true)
    expect(() => Object.assign(settings, { 'roles.pageSize': 7 })).toThrow(TypeError)
    expect(createMock().settings['roles.pageSize']).toBe(100)
  })
})

describe('a profile', () => {
  it('that does not exist is refused with a list of the existing ones', () => {
    const message = messageOf(() => resolveSettings({ profile: 'reportd' as Profile }))
    expect(message).toBe('unknown profile "reportd"; the profiles are: spec, reported')
  })

  it('sets the assumptions that are not given', () => {
    const settings = resolveSettings({ profile: 'reported', assumptions: { 'errors.body': 'problem' } })
    expect({ ...settings, 'errors.body': 'envelope' }).toEqual(resolveSettings({ profile: 'reported' }))
    expect(settings['errors.body']).toBe('problem')
  })
})
