import { ServerStartError } from './errors.js'

/** What the system said of `listen`, in words for people. */
export function startError(error: NodeJS.ErrnoException, host: string, port: number): ServerStartError {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use; choose another port, or 0 for any free one`,
    EACCES: `port ${port} on ${host} needs rights that this process does not have; choose one from 1024, or 0`,
    EADDRNOTAVAIL: `the host ${host} is not an address of this machine; use 127.0.0.1`,
    ENOTFOUND: `the host ${host} is not known; use 127.0.0.1`,
    EAI_AGAIN: `the host ${host} is not known; use 127.0.0.1`,
  }
  return new ServerStartError(
    reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`,
    {
      cause: error,
    },
  )
}
