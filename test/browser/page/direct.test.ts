import { smokeSuite } from '../../conformance/smoke.js'
import { inProcess } from './transports.js'

smokeSuite(inProcess)
