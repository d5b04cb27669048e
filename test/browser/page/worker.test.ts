import { afterAll, beforeAll } from 'vitest'
import { networkErrorSuite } from '../../conformance/faults.js'
import { conformanceSuite } from '../../conformance/suite.js'
import { overWorker } from './transports.js'
import { startWorker, stopWorker } from './worker.js'

beforeAll(async () => {
  await startWorker()
  if (!navigator.serviceWorker.controller) throw new Error('no service worker controls the page')
})
afterAll(stopWorker)

conformanceSuite(overWorker)
networkErrorSuite(overWorker)
