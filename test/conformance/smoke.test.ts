import { describe } from 'vitest'
import { smokeSuite } from './smoke.js'
import { inProcess, overMsw, overSocket } from './transports.js'

describe.each([inProcess, overMsw, overSocket])('over $name', (transport) => {
  smokeSuite(transport)
})
