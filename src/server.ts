export { ServerStartError } from './server/start-error.js'
export type { JournalEntry } from './mock/journal-entry.js'
export type { Fault } from './mock/fault.js'
export { startServer, type RunningServer } from './server/start-server.js'
export { checkServerOptions, type ControlOptions, type ServerOptions } from './server/server-options.js'

export { profiles } from './contract/assumptions.js'
export {
  ConflictError,
  DataError,
  InvalidOptionError,
  RecordNotFoundError,
  type Problem,
} from './common/errors.js'
export { scopes } from './contract/scopes.js'
export { scenarios } from './dataset/scenarios.js'
export { createMockCore } from './handlers/create-mock-core.js'
export type { MockCore } from './mock/mock-core.js'
export { exportJson } from './mock/export-json.js'
