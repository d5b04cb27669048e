import { expect, it } from 'vitest'
import { conmock, DataError, InvalidOptionError, type PlaywrightOptions } from '../../src/playwright.js'

const baseUrl = 'https://reg.example.com'
const server = 'http://127.0.0.1:4020'

it.each<[PlaywrightOptions]>([
  [{ baseUrl }],
  [{ baseUrl, data: 'edge-cases', now: () => 0 }],
  [{ server }],
  [{ server, baseUrl: 'http://localhost:5173', adminToken: 'secret', seed: 2, now: 0 }],
  [{ server: undefined, baseUrl }],
])('accepts %o', (options) => {
  expect(Object.keys(conmock(options))).toContain('mock')
})

it.each<[unknown, string]>([
  [undefined, 'must be a plain object'],
  [{}, '"baseUrl" is missing'],
  // An environment variable that is not set.
  [{ server: undefined }, '"baseUrl" is missing'],
  [{ server: '127.0.0.1:4020' }, '"server" must be an absolute http or https URL'],
  [{ server: 'http://me:secret@127.0.0.1:4020' }, '"server" must not contain a user name'],
  [{ baseUrl: `${baseUrl}/api/v0` }, '"baseUrl" must end before /api/v0'],
  [{ baseUrl, adminToken: 'secret' }, '"adminToken" needs the option "server"'],
  [{ baseUrl, roleCounts: 1 }, 'roleCount'],
  [{ baseUrl, data: 'none' }, '"data" has no value "none"'],
  [{ server, handlers: [] }, '"handlers" contains code'],
  [{ server, onRequest() {} }, '"onRequest" contains code'],
  [{ server, now: () => 0 }, '"now" contains code'],
])('refuses %o', (options, message) => {
  expect(() => conmock(options as PlaywrightOptions)).toThrow(InvalidOptionError)
  expect(() => conmock(options as PlaywrightOptions)).toThrow(message)
})

it('refuses invalid data', () => {
  const data = { roles: [{ name: 1 as unknown as string }] }
  expect(() => conmock({ baseUrl, data })).toThrow(DataError)
})
