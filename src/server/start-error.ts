import { ServerStartError } from './errors.js'

/** Creates the error for a failed `listen`. */
export function startError(error: NodeJS.ErrnoException, host: string, port: number): ServerStartError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use; choose another port, or 0 for any free one`,
    EACCES: `port ${port} on ${host} needs permissions that this process does not have; choose a port from 1024, or 0 for any free one`,
    EADDRNOTAVAIL: `the host ${host} is not an address of this machine; use 127.0.0.1 instead`,
    ENOTFOUND: `the host ${host} is unknown; use 127.0.0.1 instead`,
    EAI_AGAIN: `the host ${host} is unknown; use 127.0.0.1 instead`,
  }
  return new ServerStartError(
    reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`,
    {
      cause: error,
    },
  )
}
