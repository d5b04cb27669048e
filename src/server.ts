// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { connect, type ConnectOptions, type Remote } from './control/client/connect.js'
export { RemoteError } from './control/client/problem-error.js'
export type { RemoteMock } from './control/client/remote-mock.js'
export type { SpaceDescription, SpaceOptions } from './spaces/space.js'
export type { JournalEntry } from './mock/journal-entry.js'
export { ServerStartError, startServer, type RunningServer } from './server/start-server.js'
export type { ControlOptions, ServerOptions, TlsOptions } from './server/server-options.js'

export {
  ConflictError,
  DataError,
  InvalidOptionError,
  JournalOverflowError,
  RecordNotFoundError,
  WaitTimeoutError,
  type Problem,
} from './common/errors.js'
export type { MockCore } from './mock/mock-core.js'
