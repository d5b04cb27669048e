/** The server could not start: the port is taken, or the host is not one of this machine's. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
}
