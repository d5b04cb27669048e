import { describe } from 'vitest'
import { assumedHeaderSuite } from './assumed-header.js'
import { authenticationSuite } from './authentication.js'
import { cursorSuite } from './cursors.js'
import { faultSuite } from './faults.js'
import { reportedSuite } from './reported.js'
import { requestSuite } from './requests.js'
import { roleSuite } from './roles.js'
import type { Transport } from './transports.js'
import { variantSuite } from './variants/suite.js'
import { volunteerSuite } from './volunteers.js'

/**
 * Tests the API specification and the assumptions about what it leaves open. It runs over every transport, to prove
 * that all of them behave in the same way.
 */
export function conformanceSuite(transport: Transport): void {
  describe(`over ${transport.name}`, () => {
    volunteerSuite(transport)
    roleSuite(transport)
    cursorSuite(transport)
    authenticationSuite(transport)
    requestSuite(transport)
    variantSuite(transport)
    reportedSuite(transport)
    assumedHeaderSuite(transport)
    faultSuite(transport)
  })
}
