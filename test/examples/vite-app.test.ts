import { expect, test } from 'vitest'
import type { AnyExtension } from '../../src/extension/types.js'
import { startServer } from '../../src/server.js'
import { chromiumPath } from '../support/chromium.js'
import { change, verifiedInteractions, testTypes, useExample } from './example-suite.js'
import { forgottenStatus } from './mistakes.js'
import { passNpm, runNpm } from './run-npm.js'

// The browser tests test the app itself. This file runs its end-to-end tests.
const project = useExample('vite-app')
testTypes(project)

// The machine may have two cores, and run the tests of another example at the same time.
const args = ['test', '--', '--reporter=list', '--workers=2', '--timeout=120000']
const environment = { CHROMIUM_PATH: chromiumPath() }
/** Loads the extension of the example, which is one of the installed package. */
async function extension(): Promise<AnyExtension> {
  const { api } = (await import(project().path('mock/api.ts'))) as { readonly api: AnyExtension }
  return api
}

const passing = /using 2 workers.*^ +1\d passed/ms

test('the tests pass with answers from their own process', async () => {
  expect(await passNpm(project(), args, environment)).toMatch(passing)
  await passNpm(project(), ['run', 'pact'])
  expect(await verifiedInteractions(project(), await extension())).toEqual([22, 22])
})

test('the tests pass with one server', async () => {
  const server = await startServer({ port: 0, extend: await extension() })
  try {
    expect(await passNpm(project(), args, { ...environment, CONMOCK_URL: server.url })).toMatch(passing)
    // All requests were sent to the sandboxes of the tests.
    expect(server.mock.requests.all()).toEqual([])
    // The same pact as without a server.
    expect(await passNpm(project(), ['run', 'pact', '--', '--check'])).toContain('interactions.')
  } finally {
    await server.close()
  }
})

test('a test fails when the app treats an error as a success, and its report has the requests', async () => {
  change(project(), { ...forgottenStatus, file: 'src/api.ts' })
  const { passed, output } = await runNpm(
    project(),
    [...args, '--retries=0', '--grep', 'no such volunteer'],
    environment,
  )
  expect(passed).toBe(false)
  // The reporter only prints the start.
  expect(output).toMatch(/conmock-requests\.txt.*\d GET \/api\/v0\/users\/1/s)
})
