import { expect, it } from 'vitest'
import { verifyPacts, type VerifyOptions } from '../../src/pact.js'
import { InvalidOptionError } from '../../src/common/errors.js'

const url = 'https://reg.example.com'

function against(more: object): VerifyOptions {
  return { against: { url, ...more } }
}

it.each<[option: string | undefined, reason: RegExp, options: object]>([
  ['against.url', /must be an absolute http or https URL/, against({ url: 'reg.example.com' })],
  ['against.url', /must be an absolute http or https URL/, against({ url: 'ftp://reg.example.com' })],
  ['against.url', /must not contain a user name or a password$/, against({ url: 'https://me:secret@h' })],
  ['against.url', /must end before \/api\/v0/, against({ url: `${url}/api/v0` })],
  ['against.tokens', /"role:read"[.:]/, against({ tokens: { 'role:read': 'x' } })],
  ['against.tokens["user:read"]', /must be a string/, against({ tokens: { 'user:read': '' } })],
  ['against.tokens["user:read"]', /must be a string/, against({ tokens: { 'user:read': 'a b' } })],
  ['against.tokens', /must be a plain object/, against({ tokens: new Map() })],
  ['against.fixtures', /did you mean "userId"/, against({ fixtures: { userid: '1' } })],
  ['mock', /must be a mock, or the options for one/, { mock: 0 }],
  ['mock', /cannot be combined with "against"/, { ...against({}), mock: {} }],
  [undefined, /unknown option "broker"/, { broker: { url } }],
  [undefined, /unknown option "pact": did you mean "pacts"/, { pact: 'pacts' }],
  ['timeout', /must be a number of seconds above 0/, { timeout: 0 }],
  ['states["an order"]', /must be a function, \{ setup, teardown \}/, { states: { 'an order': 'x' } }],
  ['failOn', /is only for the mock/, { ...against({}), failOn: 'assumed' }],
  ['maxSkipped', /must be a whole number, at least 0/, { ...against({}), maxSkipped: -1 }],
  ['maxSkipped', /needs "against"/, { maxSkipped: 1 }],
  ['failOn', /must be "assumed"/, { failOn: 'all' }],
])('an invalid option is rejected: %s %s %j', async (option, reason, options) => {
  const error: unknown = await verifyPacts(options).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidOptionError)
  const { message, option: found } = error as InvalidOptionError
  expect(message).toMatch(reason)
  expect(message).not.toMatch(/secret|\n/)
  expect(String(found).startsWith(String(option))).toBe(true)
})
