// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import { connect as connectTo, type ConnectOptions, type RemoteOf } from './admin/client/connect.js'
import { conventionDashboard } from './convention/dashboard.js'
import { extendedConvention } from './convention/extended.js'
import type {
  AnyMock,
  ExtendedMockCore,
  ExtendedMockOptions,
  ExtendedRemoteMock,
  ExtendedSandboxOptions,
} from './convention/extended-types.js'
import type { MockCore, MockOptions, RemoteMock, SandboxOptions } from './convention/types.js'
import type { AnyExtension } from './extension/types.js'
import type { OwnServerOptions } from './server/server-options.js'
import { startServer as startServerOf, type RunningServerOf } from './server/start-server.js'

/** Options of the server. The options of `createMock` are also allowed, unless `mock` is given. */
export interface ServerOptions extends MockOptions, OwnServerOptions<AnyMock> {}

/** Options of a server with your own operations and collections. */
export interface ExtendedServerOptions<Extended extends AnyExtension>
  extends ExtendedMockOptions<Extended>, OwnServerOptions<ExtendedMockCore<Extended>> {}

/** A running server with your own operations and collections. */
export interface ExtendedServer<Extended extends AnyExtension> extends RunningServerOf<
  ExtendedMockCore<Extended>
> {}

/** A running server. */
export interface RunningServer extends RunningServerOf<MockCore> {}

/** Options of `connect` to a server with your own operations and collections. */
export interface ExtendedConnectOptions<Extended extends AnyExtension> extends ConnectOptions {
  /** Your own operations and collections. The server must have the same. */
  readonly extend: Extended
}

/** A running conmock server with your own operations and collections. */
export interface ExtendedRemote<Extended extends AnyExtension> extends RemoteOf<
  ExtendedRemoteMock<Extended>,
  ExtendedSandboxOptions<Extended>
> {}

/** A running conmock server. */
export interface Remote extends RemoteOf<RemoteMock, SandboxOptions> {}

/**
 * Serves the API with your own operations and collections.
 *
 * @throws InvalidOptionError and DataError Like without `extend`.
 */
export async function startServer<const Extended extends AnyExtension>(
  options: ExtendedServerOptions<Extended>,
): Promise<ExtendedServer<Extended>>
/**
 * Serves the API over HTTP/1.1.
 *
 * @throws ServerStartError If the port is in use or the host is not an address of this machine.
 * @throws InvalidOptionError and DataError Like `createMock`.
 * @example
 * const server = await startServer({ port: 0, data: 'edge-cases' })
 */
export async function startServer(options?: ServerOptions): Promise<RunningServer>
export async function startServer(options: object = {}): Promise<never> {
  const { extend } = options as { readonly extend?: unknown }
  const own = { dashboard: conventionDashboard }
  return (await startServerOf(await extendedConvention(extend), options, own)) as never
}

/**
 * Connects to a running conmock server that has the same operations and collections.
 *
 * @throws InvalidOptionError If `extend` and the server have different names; or as without `extend`.
 */
export async function connect<const Extended extends AnyExtension>(
  url: string,
  options: ExtendedConnectOptions<Extended>,
): Promise<ExtendedRemote<Extended>>
/**
 * Connects to a running conmock server.
 *
 * @param url Base URL of the server, for example `http://127.0.0.1:4020`.
 * @throws InvalidOptionError For an invalid URL or option.
 * @throws RemoteError If the server cannot be reached, is not conmock, or its admin API is off or refuses the token.
 * @example
 * const remote = await connect('http://127.0.0.1:4020')
 * const mock = await remote.createSandbox('w3')
 * await mock.volunteers.create({ user: { id: '42' } })
 */
export async function connect(url: string, options?: ConnectOptions): Promise<Remote>
export async function connect(
  url: string,
  options: ConnectOptions & { readonly extend?: unknown } = {},
): Promise<never> {
  const { extend } = options
  const expected = extend === undefined ? undefined : await extendedConvention(extend)
  return (await connectTo(url, options, expected)) as never
}

export type { ConnectOptions } from './admin/client/connect.js'
export { RemoteError } from './admin/client/remote-error.js'
export type { SandboxDescription } from './sandboxes/sandbox.js'
export type { MockCore, RemoteMock, RequestEntry, SandboxOptions } from './convention/types.js'
export { ServerStartError } from './server/start-server.js'
export type { AdminOptions } from './server/server-options.js'
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
