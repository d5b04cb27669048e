/** The server cannot start: the port is in use, or the host is not an address of this machine. */
export class ServerStartError extends Error {
  override readonly name = 'ServerStartError'
}

/** Creates the error for a failed `listen`. */
export function createStartError(error: NodeJS.ErrnoException, host: string, port: number): ServerStartError {
  const unknownHost = `the host ${host} is unknown; use 127.0.0.1 instead`
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use; choose another port, or 0 for any free one`,
    EACCES: `port ${port} on ${host} needs permissions that this process does not have; choose a port from 1024, or 0 for any free one`,
    EADDRNOTAVAIL: `the host ${host} is not an address of this machine; use 127.0.0.1 instead`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  }
  const reason = reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`
  return new ServerStartError(reason, { cause: error })
}
