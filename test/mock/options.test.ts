import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { buildRole, createMock, InvalidOptionError } from '../../src/index.js'
import { checkServerOptions, startServer } from '../../src/server.js'
import { problemPaths } from '../support/thrown.js'

describe('an option that does not exist', () => {
  test.each([
    ['scenarios', 'scenario'],
    ['Seed', 'seed'],
    ['baseURL', 'baseUrl'],
    ['token', 'tokens'],
    ['assumption', 'assumptions'],
    ['handler', 'handlers'],
  ])('is refused: %s, with the suggestion %s', (name, nearest) => {
    const create = () => createMock({ [name]: undefined })
    expect(create).toThrow(InvalidOptionError)
    expect(create).toThrow(
      `unknown option "${name}": did you mean "${nearest}"? The options are: seed, scenario,`,
    )
  })
})

describe('an option that is null', () => {
  // An empty value in a JSON file would otherwise be ignored silently.
  const names = [
    'seed',
    'scenario',
    'volunteers',
    'roles',
    'profile',
    'assumptions',
    'tokens',
    'tokenLifetime',
    'now',
  ]

  test.each(names)('is refused: %s', async (name) => {
    const error = new InvalidOptionError('must not be null; leave it out to get its default', name)
    const options = { [name]: null } as object
    expect(() => createMock(options)).toThrow(error)
    await expect(startServer(options)).rejects.toThrow(error)
  })

  test.each(['mock', 'host', 'port', 'cors', 'onRequest'])('is refused by the server: %s', async (name) => {
    const options = { [name]: null } as object
    await expect(startServer(options)).rejects.toThrow(`"${name}" must not be null`)
    await expect(checkServerOptions(options)).rejects.toThrow(`"${name}" must not be null`)
  })
})

describe('options that are undefined', () => {
  test('are ignored', () => {
    const none = {
      seed: undefined,
      scenario: undefined,
      volunteers: undefined,
      roles: undefined,
      data: undefined,
      profile: undefined,
      assumptions: undefined,
      baseUrl: undefined,
      tokens: undefined,
      tokenLifetime: undefined,
      now: undefined,
      handlers: undefined,
    }
    const mock = createMock(none)
    expect(mock.export()).toEqual(createMock().export())
    expect(mock.settings).toEqual(createMock().settings)
    expect(mock.handlers).toHaveLength(1)
  })
})

describe('baseUrl', () => {
  test.each([
    ['not a URL', 'reg.example.com', /absolute http or https URL/],
    ['only a path', '/api', /absolute http or https URL/],
    ['empty', '', /absolute http or https URL/],
    ['another scheme', 'ftp://reg.example.com', /http or https/],
    ['a query', 'https://reg.example.com/?a=1', /without query and fragment/],
    ['a fragment', 'https://reg.example.com/#a', /fragment/],
    ["the API's own prefix", 'https://reg.example.com/api/v0', /before \/api\/v0/],
    ["the API's own prefix and a slash", 'https://reg.example.com/x/api/v0/', /before \/api\/v0/],
  ])('is refused if it is %s', (_, baseUrl, message) => {
    const create = () => createMock({ baseUrl })
    expect(create).toThrow(InvalidOptionError)
    expect(create).toThrow(message)
  })
})

describe('tokenLifetime', () => {
  test.each([0, -1, 1.5, 31_536_001, Number.NaN, Number.POSITIVE_INFINITY, '60'])(
    'is refused if it is %j',
    (tokenLifetime) => {
      const create = () => createMock({ tokenLifetime } as never)
      expect(create).toThrow(InvalidOptionError)
      expect(create).toThrow(/tokenLifetime must be a whole number from 1 to 31536000/)
    },
  )
})

describe('the mock', () => {
  test('cannot be changed by assignments to its members', () => {
    const mock = createMock()
    expect(() => Object.assign(mock, { fetch: null })).toThrow(TypeError)
    expect(() => Object.assign(mock.tokens, { issue: null })).toThrow(TypeError)
    expect(() => Object.assign(mock.settings, { 'roles.pageSize': 1 })).toThrow(TypeError)
  })
})

describe('an object of another class, whose content would be ignored', () => {
  const objects: [string, unknown][] = [
    ['a Map', new Map([['a', ['user:read']]])],
    ['a Date', new Date(0)],
    ['a Map of another realm', runInNewContext('new Map()')],
  ]

  describe.each(objects)('%s', (_, given) => {
    const value = given as never
    const mock = createMock()

    test.each<[string, () => unknown]>([
      ['createMock', () => createMock(value)],
      ['tokens', () => createMock({ tokens: value })],
      ['clients', () => createMock({ clients: value })],
      ['assumptions', () => createMock({ assumptions: value })],
      ['assume', () => mock.assume(value)],
      ['tokens.issue', () => mock.tokens.issue(value)],
      ['the factories', () => buildRole({}, value)],
    ])('is refused by %s', (_where, run) => {
      expect(run).toThrow(InvalidOptionError)
    })

    test('is refused as a client, without its value', () => {
      const clients = { mine: value }
      expect(() => createMock({ clients })).toThrow(
        '"clients": the client "mine" must be an object with the options secret and scopes',
      )
    })

    test('is refused as data', () => {
      expect(problemPaths(() => createMock({ data: value }))).toEqual(['$'])
    })
  })

  test('may not be confused with a plain object of another realm', () => {
    const tokens = runInNewContext(`({ mine: ['user:read'] })`) as Record<string, ['user:read']>
    expect(createMock({ tokens }).tokens.all.at(-1)!.token).toBe('mine')
  })
})

describe('a value that cannot be converted to a string', () => {
  const mock = createMock()

  test.each<[string, (value: never) => unknown]>([
    ['scenario', (scenario) => createMock({ scenario })],
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
