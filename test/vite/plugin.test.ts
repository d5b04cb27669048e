import { api } from '../support/convention.js'
import { expect, it, onTestFinished, vi } from 'vitest'
import * as vite from 'vite'
import { conmock } from '../../src/vite.js'
import { createForwarder } from '../../src/integrations/vite/forward.js'
import { describePlugin, start } from './suite.js'

const headers = { authorization: 'Bearer mock-user-read' }

describePlugin(() => vite)

it('starts nothing for a build, in vitest, or if it is not enabled', async () => {
  vi.stubEnv('VITEST', undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { apply } = conmock()
  const applies = (command: 'build' | 'serve', plugin = apply) =>
    (plugin as (config: object, env: { command: string; mode: string }) => boolean)({}, { command, mode: '' })
  expect([applies('build'), applies('serve')]).toEqual([false, true])
  expect(applies('serve', conmock({ enabled: false }).apply)).toBe(false)
  vi.stubEnv('VITEST', 'true')
  expect(applies('serve')).toBe(false)
})

it('ends with Vite, also streams and dropped connections', async () => {
  const { url, close } = await start(vite, {
    conmock: { faults: [{ operation: 'listRoles', effect: { dropConnection: true } }] },
  })
  await expect(fetch(`${url}/api/v0/roles`, { headers })).rejects.toThrow('fetch failed')
  const events = await fetch(`${url}/__conmock/v1/events`)
  const reader = events.body!.getReader()
  await reader.read()
  await close()
  // The stream ends, or breaks off.
  await (async () => {
    while (!(await reader.read()).done);
  })().catch(() => undefined)
})

it('refuses invalid options when the configuration is read', () => {
  expect(() => conmock({ roleCuont: 3 } as never)).toThrow('did you mean "roleCount"')
  expect(() => conmock({ baseUrl: 'https://a' } as never)).toThrow('unknown option "baseUrl"')
})

it.each([
  ['/__conmock/v1', '192.168.1.20', 403],
  ['/__conmock', 'fe80::1', 403],
  ['/app/api/v0/roles', '127.0.0.1', 'vite'],
  ['/__conmockery', '127.0.0.1', 'vite'],
  ['/src/api/v0.ts', '127.0.0.1', 'vite'],
])('a request for %s from %s gets %s', (url, remoteAddress, expected) => {
  let result: unknown
  const outgoing = { writeHead: (status: number) => (result = status), end: () => undefined }
  const incoming = { url, method: 'GET', headers: {}, socket: { remoteAddress } }
  createForwarder(
    api,
    () => Promise.resolve({ host: '127.0.0.1', port: 9 }),
    () => undefined,
  )(incoming as never, outgoing as never, () => (result = 'vite'))
  expect(result).toBe(expected)
})
