import { onTestFinished } from 'vitest'
import { startServer, type RunningServer, type ServerOptions } from '../../src/server.js'

/** Starts a server on a free port, and closes it at the end of the test. */
export async function runServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, ...options })
  onTestFinished(() => server.close())
  return server
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The options of `fetch`, with headers as a plain object. */
type FetchOptions = Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> }

/** Sends a request to the server, by default with the token that has all scopes. */
export function fetchFrom(server: { readonly url: string }, path: string, init: FetchOptions = {}) {
  return fetch(server.url + path, { ...init, headers: { ...bearer('mock-all-scopes'), ...init.headers } })
}
