import { describe } from 'vitest'
import { inProcess, overMsw, overSocket } from '../conformance/transports.js'
import { grantSuite } from './grants.js'
import { placeSuite } from './place.js'
import { refusalSuite } from './refusals.js'

/** The token endpoint, written from RFC 6749 and what is known of the real service, over every transport. */
describe.each([inProcess, overMsw, overSocket])('the token endpoint over $name', (transport) => {
  grantSuite(transport)
  refusalSuite(transport)
  placeSuite(transport)
})
