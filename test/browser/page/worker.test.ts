import { afterAll, beforeAll } from 'vitest'
import { smokeSuite } from '../../conformance/smoke.js'
import { overWorker, startWorker, stopWorker } from './worker.js'

beforeAll(async () => {
  await startWorker()
  if (!navigator.serviceWorker.controller) throw new Error('no service worker controls the page')
})
afterAll(stopWorker)

smokeSuite(overWorker)
