import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMock, DataError, explainFailures } from '../../src/index.js'
import { ask } from '../support/ask.js'

type Hook = (...args: unknown[]) => void

// The list of refused requests is global, so other tests would be slower with it.
const REQUESTS = Symbol.for('conmock.requests')

afterEach(() => {
  Reflect.deleteProperty(globalThis, REQUESTS)
})

/** Adds the hook, and returns it with the texts that it prints. */
function explain(): { readonly hook: Hook; readonly printed: () => string } {
  const hooks: Hook[] = []
  explainFailures((added) => hooks.push(added))
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  return { hook: hooks[0]!, printed: () => print.mock.calls.splice(0).join() }
}

/** Runs a hook like Jest: without arguments, and with the state of the test in a global symbol. */
function runInJest(hook: Hook, errors: readonly unknown[]): void {
  const key = Symbol('JEST_STATE_SYMBOL')
  Object.assign(globalThis, { [key]: { currentlyRunningTest: { name: 'a test', errors } } })
  hook()
  Reflect.deleteProperty(globalThis, key)
}

const runners: [string, (hook: Hook, hasFailed: boolean) => void][] = [
  [
    'vitest',
    (hook, failed) => hook({ task: { name: 'a test', result: { state: failed ? 'fail' : 'pass' } } }),
  ],
  ['node:test', (hook, failed) => hook({ name: 'a test', passed: !failed })],
  ['Jest', (hook, failed) => runInJest(hook, failed ? [new Error()] : [])],
]

test.each(runners)('%s prints the refused requests of a failed test, once', async (_, run) => {
  const mock = createMock()
  const { hook, printed } = explain()
  await ask(mock, '/api/v0/roles', 'typo')
  run(hook, false)
  expect(printed()).toBe('')

  await ask(mock, '/api/v0/role')
  await ask(mock, '/api/v0/roles')
  // As in a hook of the user.
  await mock.reset()
  run(hook, true)
  const text = printed()
  expect(text).toContain('"a test"')
  expect(text).toContain('GET /api/v0/role 404')
  expect(text).toContain('nearest operation is GET /api/v0/roles')
  expect(text.match(/GET .* 4\d\d/g)).toHaveLength(1)

  await ask(mock, '/api/v0/roles')
  run(hook, true)
  expect(printed()).toBe('')
})

test.each(runners)('%s says that a mock got no request during a failed test', (_, run) => {
  createMock()
  const { hook, printed } = explain()
  run(hook, true)
  expect(printed()).toContain(
    'conmock got no request during the failed test "a test". If it should send some',
  )
  run(hook, false)
  expect(printed()).toBe('')
})

test.each([
  [
    'vitest',
    (hook: Hook, error: unknown) =>
      hook({ task: { name: 'a test', result: { state: 'fail', errors: [error] } } }),
  ],
  ['Jest', (hook: Hook, error: unknown) => runInJest(hook, [[error, new Error()]])],
] as const)('%s is not told of missing requests if the test has called conmock in a wrong way', (_, run) => {
  createMock()
  const { hook, printed } = explain()
  run(hook, new DataError('Volunteer', []))
  expect(printed()).toBe('')
  run(hook, new Error('expected 1 to be 2'))
  expect(printed()).toContain('got no request')
})

test('a request that no handler matches is a request', async () => {
  const { listenOptions } = createMock()
  const { hook, printed } = explain()
  const unhandled = listenOptions.onUnhandledRequest(new Request('https://reg.example.com/role'))
  await expect(unhandled).rejects.toBeInstanceOf(Response)
  expect(printed()).toContain('no handler matches GET')
  hook({ name: 'a test', passed: false })
  expect(printed()).toBe('')
})

test('a failed test without any mock is not explained', () => {
  const { hook, printed } = explain()
  hook({ name: 'a test', passed: false })
  expect(printed()).toBe('')
})

test('a refused request may be of another test that ran at the same time', async () => {
  const { hook, printed } = explain()
  await ask(createMock(), '/api/v0/role')
  const task = { name: 'a test', concurrent: true, result: { state: 'fail' } }
  hook({ task })
  expect(printed()).toContain('of the failed test "a test", or of tests that ran at the same time:')
  hook({ task })
  expect(printed()).toBe('')
})

test('a note on a successful request is printed after the refusals', async () => {
  const mock = createMock()
  const { hook, printed } = explain()
  await ask(mock, '/api/v0/roles?page=2')
  await ask(mock, '/api/v0/role')
  await ask(mock, '/api/v0/roles')
  hook({ name: 'a test', passed: false })
  const text = printed()
  expect(text.match(/^conmock .*|GET \S+ \d+(?= )/gm)).toEqual([
    'conmock refused requests of the failed test "a test":',
    'GET /api/v0/role 404',
    'conmock has notes on requests of the failed test "a test":',
    'GET /api/v0/roles?page=… 200',
  ])
  expect(text).toContain('Query parameters other than nextPage are ignored')
})

test('at most 10 refused requests are printed, and 10 with a note', async () => {
  const mock = createMock()
  const { hook, printed } = explain()
  for (let sent = 0; sent < 12; sent++) {
    await ask(mock, '/api/v0/roles?page=2')
    await ask(mock, '/api/v0/role')
  }
  hook({ name: 'a test', passed: false })
  const text = printed()
  expect(text.match(/ 404 /g)).toHaveLength(10)
  expect(text.match(/ 200 /g)).toHaveLength(10)
})
