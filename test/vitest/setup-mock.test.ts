import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from '../docs/sandbox.js'
import { RunningCommand } from '../support/command.js'
import { createInstallation } from './installed.js'

const project = createInstallation(['vitest'])

const tests = `
import { setupMock } from 'conmock/vitest'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

const { mock, server } = setupMock({ strict: STRICT, roleCount: 5 })
const get = (path, token = 'mock-all-scopes') =>
  fetch('https://reg.example.com' + path, { headers: { authorization: 'Bearer ' + token } })
const status = async (...args) => (await get(...args)).status

test('gets', async () => {
  expect(await status('/api/v0/roles')).toBe(200)
  await mock.roles.clear()
  server.use(http.get('*/api/v0/me', () => HttpResponse.json({ id: '1' })))
  expect(await status('/api/v0/me')).toBe(200)
})
test('starts fresh', async () => {
  expect(mock.roles.count()).toBe(5)
  expect(mock.requests.count()).toBe(0)
  await get('/api/v0/me').catch(() => 'no handler any more')
  mock.requests.clear()
})
test('expects', async () => {
  mock.requests.expect({ status: 403 })
  expect(await status('/api/v0/roles', 'mock-no-scopes')).toBe(403)
})
test('uses a fault', async () => {
  mock.faults.add({ operation: 'listRoles', effect: { status: 503 } })
  expect(await status('/api/v0/roles')).toBe(503)
})
test('expects in vain', () => {
  mock.requests.expect({ status: 403 })
})
test('misspells an expectation', () => {
  expect(() => mock.requests.expect({ statsu: 403 })).toThrow('did you mean "status"?')
})
test('is refused', async () => {
  await get('/api/v0/roles', 'undefined')
})
test('is refused slowly', async () => {
  mock.faults.add({ effect: { delay: 1 } })
  await get('/api/v0/roles', 'wrong')
})
test('gives up during a delay', async () => {
  mock.faults.add({ effect: { delay: 60_000 } })
  const signal = AbortSignal.timeout(20)
  await fetch('https://reg.example.com/api/v0/roles', { signal }).catch(() => 'too slow')
})
test('swallows a misspelt path', async () => {
  await get('/api/v0/role?key=secret').catch(() => {})
})
test('adds a fault that nothing meets', async () => {
  mock.faults.add({ operation: 'getVolunteer', effect: { hang: true } })
  await get('/api/v0/roles')
})
test('fails', async () => {
  await get('/api/v0/roles', 'wrong')
  expect(1).toBe(2)
})
`

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Runs the tests. Returns the first lines of the failures by the name of the test, and what was printed. */
async function run(isStrict: boolean, plugins: string) {
  project.write('mock.test.js', tests.replace('STRICT', String(isStrict)))
  project.write(
    'vitest.config.js',
    `import { conmock } from 'conmock/vitest'\nexport default { plugins: [${plugins}] }\n`,
  )
  const args = [
    program('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=json',
    '--reporter=default',
    '--outputFile.json=out.json',
  ]
  const { stderr } = await RunningCommand.start(process.execPath, args, project.folder).ended()
  const { testResults } = JSON.parse(readFileSync(join(project.folder, 'out.json'), 'utf8')) as Report
  const all = testResults[0]!.assertionResults
  const failed = all.filter(({ failureMessages }) => failureMessages.length > 0)
  return {
    failures: Object.fromEntries(
      failed.map(({ title, failureMessages }) => [title, failureMessages.join('\n')]),
    ),
    stderr,
  }
}

const inVain: unknown = expect.stringContaining('a request that it did not send: {"status":403}.')
const failsAnyway: unknown = expect.stringContaining('expected 1 to be 2')

test('setupMock starts msw, resets after each test, and explains failures', async () => {
  const { failures, stderr } = await run(false, '')
  expect(failures).toEqual({ 'expects in vain': inVain, fails: failsAnyway })
  expect(stderr).toContain('conmock refused requests of the failed test "fails":')
})

test('with strict, a test that is green by accident fails, and says why', async () => {
  const { failures, stderr } = await run(true, 'conmock({ coverage: { print: false } })')
  expect(failures).toEqual({
    'expects in vain': inVain,
    fails: failsAnyway,
    'starts fresh': expect.stringContaining(
      'No handler matched GET https://reg.example.com/api/v0/me',
    ) as unknown,
    'is refused': expect.stringMatching(
      /mock\.requests\.expect\(.*\n.*GET \/api\/v0\/roles 401 .*text "undefined"/s,
    ) as unknown,
    'is refused slowly': expect.stringContaining('The token is unknown.') as unknown,
    'swallows a misspelt path': expect.stringContaining('api/v0/role, so the request failed.') as unknown,
    'adds a fault that nothing meets': expect.stringContaining(
      'No request met the fault {"operation":"getVolunteer","effect":{"hang":true}}.',
    ) as unknown,
  })
  expect(stderr.match(/conmock refused requests of the failed test/g)).toHaveLength(1)
})
