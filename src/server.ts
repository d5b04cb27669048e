// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export { connect, type ConnectOptions, type Remote } from './admin/client/connect.js'
export { RemoteError } from './admin/client/remote-error.js'
export type { RemoteMock } from './admin/client/remote-mock.js'
export type { SandboxDescription, SandboxOptions } from './sandboxes/sandbox.js'
export type { RequestEntry } from './mock/request-entry.js'
export { ServerStartError, startServer, type RunningServer } from './server/start-server.js'
export type { AdminOptions, ServerOptions } from './server/server-options.js'
export type { TlsOptions } from './server/tls.js'

export {
  ConflictError,
  DataError,
  InvalidOptionError,
  RequestLogOverflowError,
  RecordNotFoundError,
  WaitTimeoutError,
  type Problem,
} from './common/errors.js'
export type { MockCore } from './mock/mock-core.js'
