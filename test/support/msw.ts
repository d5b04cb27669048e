import type { HttpHandler } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { onTestFinished, vi } from 'vitest'

/** msw with these handlers, strict about all other requests, until the test ends. */
export function intercept(...handlers: HttpHandler[]): SetupServer {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest: 'error' })
  // msw prints each request that it refuses.
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    server.close()
    print.mockRestore()
  })
  return server
}
