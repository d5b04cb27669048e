/** The server cannot start: the port is in use, or the host is not an address of this machine. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
}
