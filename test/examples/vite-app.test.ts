import { expect, test } from 'vitest'
import { startServer } from '../../src/server.js'
import { chromiumPath } from '../support/chromium.js'
import { RunningCommand } from '../support/command.js'
import { change } from './example-project.js'
import { testTypes, useExample } from './example-suite.js'
import { forgottenStatus } from './mistakes.js'

// The browser tests test the app itself. This file runs its end-to-end tests.
const project = useExample('vite-app')
testTypes(project)

/** Runs the tests of the example, and returns their output. */
async function runTests(
  environment: Readonly<Record<string, string>> = {},
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const settings = Object.entries({ CHROMIUM_PATH: chromiumPath(), ...environment })
  const command = ['npm', 'test', '--', '--reporter=list', ...args]
  const run = RunningCommand.start(
    'env',
    [...settings.map(([name, value]) => `${name}=${value}`), ...command],
    project().path(''),
  )
  const { code, stdout, stderr } = await run.ended()
  return { code, output: stdout + stderr }
}

/** Runs the tests of the example, which must pass. @throws Error With their output. */
async function passTests(environment?: Readonly<Record<string, string>>): Promise<string> {
  const { code, output } = await runTests(environment)
  if (code !== 0) throw new Error(output)
  return output
}

const passing = /using 4 workers.*^ +1\d passed/ms

test('the tests pass with answers from their own process', async () => {
  expect(await passTests()).toMatch(passing)
})

test('the tests pass with one server', async () => {
  const server = await startServer({ port: 0 })
  try {
    expect(await passTests({ CONMOCK_URL: server.url })).toMatch(passing)
    // All requests were sent to the spaces of the tests.
    expect(server.mock.requests.all()).toEqual([])
  } finally {
    await server.close()
  }
})

test('a test fails when the app treats an error as a success, and its report has the requests', async () => {
  change(project(), {
    ...forgottenStatus,
    file: 'src/api.ts',
  })
  const { code, output } = await runTests({}, '--grep', 'no such volunteer')
  expect(code).not.toBe(0)
  expect(output).toMatch(/conmock-requests\.txt.*GET \/api\/v0\/users\/1\/volunteer 200/s)
})
