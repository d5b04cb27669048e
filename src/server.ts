export { ServerStartError } from './server/errors.js'
export type { RequestEntry } from './server/request-log.js'
export { startServer, type RunningServer, type ServerOptions } from './server/start-server.js'

export { profiles } from './contract/assumptions.js'
export { DataError, OptionError } from './contract/errors.js'
export { scenarios } from './dataset/scenarios.js'
