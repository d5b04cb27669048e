import { networkErrorSuite } from '../../conformance/faults.js'
import { conformanceSuite } from '../../conformance/suite.js'
import { inProcess } from './transports.js'

conformanceSuite(inProcess)
networkErrorSuite(inProcess)
