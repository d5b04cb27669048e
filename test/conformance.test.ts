import { networkErrorSuite } from './conformance/faults.js'
import { conformanceSuite } from './conformance/suite.js'
import { inProcess, overMsw, overSocket } from './conformance/transports.js'

for (const transport of [inProcess, overMsw, overSocket]) {
  conformanceSuite(transport)
  networkErrorSuite(transport)
}
