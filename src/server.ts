export { connect, type ConnectOptions, type Remote } from './control/client/connect.js'
export { RemoteError } from './control/client/problem-error.js'
export type { RemoteMock } from './control/client/remote-mock.js'
export type { SpaceDescription, SpaceOptions } from './spaces/space-options.js'
export type { JournalEntry } from './mock/journal-entry.js'
export type { Fault } from './mock/fault.js'
export { ServerStartError, startServer, type RunningServer } from './server/start-server.js'
export { checkServerOptions, type ControlOptions, type ServerOptions } from './server/server-options.js'

export { profiles } from './contract/assumptions.js'
export {
  ConflictError,
  DataError,
  InvalidOptionError,
  JournalOverflowError,
  RecordNotFoundError,
  WaitTimeoutError,
  type Problem,
} from './common/errors.js'
export { scopes } from './contract/scopes.js'
export { scenarios } from './dataset/scenarios.js'
export { createMockCore } from './mock/create-mock-core.js'
export type { MockCore } from './mock/mock-core.js'
export { exportJson } from './mock/export-json.js'
