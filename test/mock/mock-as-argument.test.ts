import { expect, test } from 'vitest'
import {
  createMock,
  explainFailures,
  forEachFault,
  InvalidOptionError,
  saveCoverage,
} from '../../src/index.js'
import { verifyPacts } from '../../src/pact.js'
import { startServer } from '../../src/server.js'
import { forEachVariant } from '../../src/vitest.js'

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
