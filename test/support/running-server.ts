import { onTestFinished } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../src/server.js'

/** A server on a free port, closed when the test is over. */
export async function runServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

/** The header that every operation asks for. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** What a fetch of our own may say, beside the path. */
type FetchOptions = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

/** Asks the server with the token that may do all. */
export function fetchFrom(server: { readonly url: string }, path: string, options: FetchOptions = {}) {
  return fetch(server.url + path, {
    ...options,
    headers: { ...bearer('mock-all-scopes'), ...options.headers },
  })
}
