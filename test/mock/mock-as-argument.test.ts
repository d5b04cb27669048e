import { expect, test } from 'vitest'
import {
  createMock,
  explainFailures,
  forEachFault,
  InvalidOptionError,
  saveCoverage,
} from '../../src/index.js'
import { verifyPacts } from '../../src/pact.js'
import { conmock as playwright } from '../../src/playwright.js'
import { startServer } from '../../src/server.js'
import { conmock as vite } from '../../src/vite.js'
import { conmock as plugin, forEachVariant } from '../../src/vitest.js'

test.each<[call: string, run: (mock: never) => unknown]>([
  ["forEachFault({ mock, operation: 'listRoles' }, test)", (mock) => forEachFault(mock, () => undefined)],
  ['forEachVariant({ mock }, test)', (mock) => forEachVariant(mock, () => undefined)],
  ['startServer({ mock })', (mock) => startServer(mock)],
  ['verifyPacts({ mock })', (mock) => verifyPacts(mock)],
  ['saveCoverage(afterAll)', (mock) => saveCoverage(mock)],
  ['explainFailures(afterEach)', (mock) => explainFailures(mock)],
])('a mock as the argument gets the right call: %s', async (call, run) => {
  const mock = createMock()
  const error = await Promise.resolve()
    .then(() => run(mock as never))
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(InvalidOptionError)
  expect((error as Error).message).toContain(call)
})

test.each<[name: string, run: (options: never) => unknown]>([
  ['createMock', createMock],
  ['conmock of conmock/vitest', plugin],
  ['conmock of conmock/vite', vite],
  ['conmock of conmock/playwright', playwright],
  ['verifyPacts', verifyPacts],
])('null in place of the options of %s is refused', async (_, run) => {
  const call = async () => run(null as never)
  await expect(call()).rejects.toThrow(new InvalidOptionError('the options must be a plain object'))
})
