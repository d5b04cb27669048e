import { beforeAll } from 'vitest'
import { conformanceSuite } from '../../conformance/suite.js'
import { crossOrigin } from './transports.js'

beforeAll(() => {
  if (navigator.serviceWorker.controller) throw new Error('a service worker would intercept the requests')
})

conformanceSuite(crossOrigin)
