import type { HttpHandler } from 'msw'
import { setupServer, type SetupServer } from 'msw/node'
import { onTestFinished, vi } from 'vitest'

/** Starts msw with these handlers until the end of the test. Other requests are errors. */
export function intercept(...handlers: HttpHandler[]): SetupServer {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest: 'error' })
  // msw prints an error for each unhandled request.
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    server.close()
    print.mockRestore()
  })
  return server
}
