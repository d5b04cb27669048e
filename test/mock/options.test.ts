import { api } from '../support/convention.js'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { buildRole, buildVolunteer, createMock, InvalidOptionError } from '../../src/index.js'
import { checkServerOptions } from '../../src/server/server-options.js'
import { startServer } from '../../src/server.js'
import { problemPaths, thrownBy } from '../support/thrown.js'

test.each([
  ['roleCounts', 'roleCount'],
  ['Seed', 'seed'],
  ['baseURL', 'baseUrl'],
  ['token', 'tokens'],
  ['assu', 'assumptions'],
  // An option of other tools, which has nothing in common with ours.
  ['prot', undefined],
])('the option %s does not exist, and is refused with the suggestion %s', (name, nearest) => {
  const suggestion = nearest === undefined ? '.' : `: did you mean "${nearest}"?`
  expect(thrownBy(() => createMock({ [name]: undefined }))).toMatchObject({
    name: 'InvalidOptionError',
    message: expect.stringContaining(`"${name}"${suggestion} The options are: seed, data,`),
  })
})

test.each([
  ['an assumption', () => createMock({ pageSize: 25 } as object), "assumptions: { 'roles.pageSize': 25 }"],
  ['an effect', () => createMock().faults.add({ status: 503 } as never), 'effect: { status: 503 }'],
  ['a field of the user', () => buildVolunteer({ firstName: 'Ada' } as object), 'user: { firstName: … }'],
])('%s in the wrong place is refused, with the right place', (_, run, place) => {
  expect(run).toThrow(`did you mean "${place}"?`)
})

function nullRefusal(name: string): InvalidOptionError {
  return new InvalidOptionError('must not be null; leave it out to get its default', name)
}

// An empty value in a JSON file would otherwise be ignored silently.
test('an option that is null is refused, by createMock and by startServer', async () => {
  const ofMock = 'seed volunteerCount roleCount profile assumptions tokens now faults requestLogSize'.split(
    ' ',
  )
  for (const name of ofMock) expect(() => createMock({ [name]: null })).toThrow(nullRefusal(name))
  for (const name of [...ofMock, 'mock', 'host', 'port', 'cors', 'onRequest']) {
    const options = { [name]: null } as object
    await expect(checkServerOptions(api, options)).rejects.toThrow(nullRefusal(name))
    await expect(startServer(options)).rejects.toThrow(nullRefusal(name))
  }
})

test('options of undefined are ignored', () => {
  const names = 'seed volunteerCount roleCount profile assumptions baseUrl tokens now handlers'.split(' ')
  const mock = createMock(Object.fromEntries(names.map((name) => [name, undefined])))
  expect(mock.export()).toEqual(createMock().export())
  expect(mock.settings).toEqual(createMock().settings)
  expect(mock.handlers).toHaveLength(1)
})

test.each([
  ['reg.example.com', /absolute http or https URL/],
  ['/api', /absolute http or https URL/],
  ['', /absolute http or https URL/],
  ['ftp://reg.example.com', /http or https/],
  ['https://reg.example.com/?a=1', /without query and fragment/],
  ['https://reg.example.com/#a', /fragment/],
  ['https://reg.example.com/api/v0', /before \/api\/v0/],
  ['https://reg.example.com/x/api/v0/', /before \/api\/v0/],
])('the baseUrl %j is refused', (baseUrl, reason) => {
  const refused = { name: 'InvalidOptionError', message: expect.stringMatching(reason) as string }
  expect(thrownBy(() => createMock({ baseUrl }))).toMatchObject(refused)
})

const invalid: [option: string, value: unknown, message: RegExp][] = [
  ['data', 'defualt', /no value "defualt": did you mean "default"\? .* default, empty, single-page/],
  ['data', 'toString', /no value/],
  ['profile', 'reportd', /no value "reportd": did you mean "reported"\? .* spec, reported/],
  ['volunteerCount', -1, /from 0 to 10000000, but is -1/],
  ['volunteerCount', '10', /whole number .* is the string "10"/],
  ['volunteerCount', 10_000_001, /from 0 to 10000000/],
  ['roleCount', 1.5, /whole number .* is 1\.5/],
  ['roleCount', 10_000_001, /from 0 to 10000000/],
  ['seed', -1, /from 0 to 9007199254740991/],
  ['seed', 2 ** 53, /from 0 to 9007199254740991/],
  ['seed', Number.NaN, /is NaN/],
  ['requestLogSize', -1, /from 0 to 100000/],
  ['requestLogSize', 100_001, /from 0 to 100000/],
  ['faults', { effect: {} }, /list of faults/],
  ['handlers', [{}], /list of handlers of msw/],
  ['handlers', 'ab', /list of handlers of msw/],
  ['tokens', { a: 'user:read' }, /custom token 1: "scopes" must be a list/],
  ['tokens', { a: null }, /custom token 1: "scopes" must not be null/],
  ['tokens', { 'a b': [] }, /RFC 6750/],
]

// connect.test.ts proves that a sandbox is refused as well, with the same error.
test.each(invalid)('%s cannot be %j', (option, value, reason) => {
  const refused = { name: 'InvalidOptionError', option, reason: expect.stringMatching(reason) as string }
  expect(thrownBy(() => createMock({ [option]: value }))).toMatchObject(refused)
})

test('assume keeps the assumptions that were changed before', () => {
  const mock = createMock()
  mock.assume({ 'roles.lastPage': 'absent' })
  mock.assume({ 'roles.pageSize': 1000 })
  expect(mock.settings).toMatchObject({ 'roles.lastPage': 'absent', 'roles.pageSize': 1000 })
})

test('the mock cannot be changed by assignments to its members', () => {
  const mock = createMock()
  expect(() => Object.assign(mock, { fetch: null })).toThrow(TypeError)
  expect(() => Object.assign(mock.tokens, { issue: null })).toThrow(TypeError)
  expect(() => Object.assign(mock.requests, { more: 1 })).toThrow(TypeError)
  expect(() => Object.assign(mock.settings, { 'roles.pageSize': 1 })).toThrow(TypeError)
})

describe.each<[string, unknown]>([
  ['a Map', new Map([['a', ['user:read']]])],
  ['a Date', new Date(0)],
  ['a Map of another realm', runInNewContext('new Map()')],
])('%s, whose content would be ignored,', (_, given) => {
  const value = given as never

  test.each<[string, () => unknown]>([
    ['createMock', () => createMock(value)],
    ['tokens', () => createMock({ tokens: value })],
    ['assumptions', () => createMock({ assumptions: value })],
    ['assume', () => createMock().assume(value)],
    ['tokens.issue', () => createMock().tokens.issue(value)],
    ['the factories', () => buildRole({}, value)],
  ])('is refused by %s', (_where, run) => {
    expect(run).toThrow(InvalidOptionError)
  })

  test('is refused as data', () => {
    expect(problemPaths(() => createMock({ data: value }))).toEqual(['$'])
  })
})

test('a plain object of another realm is a plain object', () => {
  const tokens = runInNewContext(`({ mine: ['user:read'] })`) as Record<string, ['user:read']>
  expect(createMock({ tokens }).tokens.all.at(-1)!.token).toBe('mine')
})

describe('a value that cannot be converted to a string', () => {
  const mock = createMock()

  test.each<[string, (value: never) => unknown]>([
    ['roleCount', (roleCount) => createMock({ roleCount })],
    ['seed', (seed) => createMock({ seed })],
    ['profile', (profile) => createMock({ profile })],
    ['a scope', (scope) => mock.tokens.issue({ scopes: [scope] })],
    ['a token to revoke', (token) => mock.tokens.revoke(token)],
    ['a time to advance', (seconds) => mock.clock.advance(seconds)],
    ['an assumption', (pageSize) => mock.assume({ 'roles.pageSize': pageSize })],
  ])('is refused with InvalidOptionError: %s', (_, run) => {
    for (const value of [Symbol('secret'), Object.create(null), 1n, () => 1]) {
      expect(() => run(value as never)).toThrow(InvalidOptionError)
    }
  })

  test('is refused with InvalidOptionError if the token to revoke is missing', () => {
    expect(() => mock.tokens.revoke(undefined as never)).toThrow(InvalidOptionError)
  })
})
