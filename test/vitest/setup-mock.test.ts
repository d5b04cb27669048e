import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from '../docs/sandbox.js'
import { RunningCommand } from '../support/command.js'
import { createInstallation } from './installed.js'

const project = createInstallation(['vitest'])

const tests = `
import { forEachFault, setupMock } from 'conmock/vitest'
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
test('is refused in a run', async () => {
  await forEachFault({ mock, operation: 'listRoles', only: ['500'] }, async () => {
    await get('/api/v0/roles', 'typo')
  })
})
test('expects in a run', async () => {
  await forEachFault({ mock, operation: 'listRoles', only: ['500'] }, async () => {
    mock.requests.expect({ status: 403 })
    await get('/api/v0/roles', 'mock-no-scopes')
  })
})
test('fails', async () => {
  mock.faults.add({ operation: 'getVolunteer', effect: { status: 503 } })
  await get('/api/v0/roles', 'wrong')
  expect(1).toBe(2)
})
`

/** Both tests in describe() pass. The other ones call `setupMock` too late, or twice. */
const misplaced = `
import { createMock } from 'conmock'
import { setupMock } from 'conmock/vitest'
import { describe, expect, test } from 'vitest'

const headers = { authorization: 'Bearer mock-all-scopes' }
for (const roleCount of [1, 2]) {
  describe('setup ' + roleCount, () => {
    setupMock({ roleCount })
    test('answers', async () => {
      const response = await fetch('https://reg.example.com/api/v0/roles', { headers })
      expect((await response.json()).data).toHaveLength(roleCount)
    })
  })
}
test('is set up in a test', () => void setupMock())
test('is set up with a mock', () => void setupMock(createMock()))
describe('twice', () => {
  setupMock()
  setupMock({ baseUrl: 'https://other.example.com' })
  test('is set up twice', () => {})
})
`

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly title: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Without the plugin and `strict`, and with both. */
const config = `
import { conmock } from 'conmock/vitest'

export default {
  test: {
    projects: [
      { test: { include: ['gentle.test.js', 'misplaced.test.js'] } },
      { plugins: [conmock({ coverage: { print: false } })], test: { include: ['strict.test.js'] } },
    ],
  },
}
`

/** Runs both files. Returns the failures by the name of the test, and what was printed. */
async function run() {
  project.write('gentle.test.js', tests.replace('STRICT', 'false'))
  project.write('strict.test.js', tests.replace('STRICT', 'true'))
  project.write('misplaced.test.js', misplaced)
  project.write('vitest.config.js', config)
  const reporters = ['--reporter=json', '--reporter=default', '--outputFile.json=out.json']
  const args = [program('node_modules/vitest/vitest.mjs'), 'run', ...reporters]
  const { stderr } = await RunningCommand.start(process.execPath, args, project.folder).ended()
  const { testResults } = JSON.parse(readFileSync(join(project.folder, 'out.json'), 'utf8')) as Report
  const failuresIn = (file: string) => {
    const { assertionResults } = testResults.find(({ name }) => name.endsWith(file))!
    const failed = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
    return Object.fromEntries(failed.map(({ title, failureMessages }) => [title, failureMessages.join('\n')]))
  }
  return {
    gentle: failuresIn('gentle.test.js'),
    strict: failuresIn('strict.test.js'),
    misplaced: failuresIn('misplaced.test.js'),
    stderr,
  }
}

const inVain: unknown = expect.stringContaining('a request that it did not send: {"status":403}.')
const failsAnyway: unknown = expect.stringContaining('expected 1 to be 2')

test('setupMock starts msw, resets after each test, and explains failures. With strict, a test that is green by accident fails', async () => {
  const { gentle, strict, misplaced: failed, stderr } = await run()
  expect(gentle).toEqual({ 'expects in vain': inVain, fails: failsAnyway })
  expect(strict).toEqual({
    'expects in vain': inVain,
    fails: failsAnyway,
    'starts fresh': expect.stringContaining(
      'No handler matched GET https://reg.example.com/api/v0/me',
    ) as unknown,
    'is refused': expect.stringMatching(
      /mock\.requests\.expect\(.*\n.*GET \/api\/v0\/roles 401 .*string "undefined"/s,
    ) as unknown,
    'is refused slowly': expect.stringContaining('The token is unknown.') as unknown,
    'is refused in a run': expect.stringContaining('GET /api/v0/roles 401') as unknown,
    'swallows a misspelt path': expect.stringContaining('api/v0/role, so the request failed.') as unknown,
    'adds a fault that nothing meets': expect.stringContaining(
      'No request met the fault {"operation":"getVolunteer","effect":{"hang":true}}.',
    ) as unknown,
  })
  expect(failed).toEqual({
    'is set up in a test': expect.stringContaining('call it at the top of the file') as unknown,
    'is set up with a mock': expect.stringContaining('write const { mock } = setupMock()') as unknown,
  })
  expect(stderr).toContain('another setupMock() already answers the requests of these tests')
  const explained = stderr.match(/\S+ > .*\nconmock refused requests of the failed test/g)
  expect(explained?.toSorted()).toEqual([
    'gentle.test.js > fails\nconmock refused requests of the failed test',
    'strict.test.js > fails\nconmock refused requests of the failed test',
  ])
  // A test that fails for another reason says it as well.
  expect(stderr.match(/^No request met the fault .*"status":503/gm)).toHaveLength(2)
})
