import { describe } from 'vitest'
import { inProcess, overMsw, overSocket } from '../conformance/transports.js'
import { grantSuite } from './grants.js'
import { placeSuite } from './place.js'
import { refusalSuite } from './refusals.js'

/** Tests the token endpoint against RFC 6749 and the documentation of the real service, over every transport. */
describe.each([inProcess, overMsw, overSocket])('the token endpoint over $name', (transport) => {
  grantSuite(transport)
  refusalSuite(transport)
  placeSuite(transport)
})
