import type { HttpHandler } from 'msw'

/** The parts of a handler that msw and its users call, in both of its majors. */
type HandlerParts = Pick<
  HttpHandler,
  'kind' | 'info' | 'isUsed' | 'run' | 'log' | 'parse' | 'predicate' | 'test'
> & {
  reset(): void
  restore(): void
  dispose(): void
}

/**
 * Makes an msw handler that loads msw with the first request that it takes. Importing msw throws where there is no
 * `localStorage`: in workers and in sandboxed frames. msw knows handlers by their members, and not by their class.
 *
 * @param claims Whether the handler takes a request.
 */
export function createLazyHandler(
  claims: (request: Request) => boolean,
  respond: (request: Request) => Promise<Response>,
): HttpHandler {
  let loading: Promise<HttpHandler> | undefined
  let loaded: HttpHandler | undefined

  async function load(): Promise<HttpHandler> {
    const { http } = await import('msw')
    return (loaded = http.all(
      ({ request }) => claims(request),
      ({ request }) => respond(request),
    ))
  }

  function handler(): Promise<HttpHandler> {
    return (loading ??= load())
  }

  const parts: HandlerParts = {
    kind: 'request',
    info: {
      header: 'conmock',
      method: /.+/,
      path: ({ request }) => claims(request),
    },
    get isUsed() {
      return loaded?.isUsed ?? false
    },
    run: async (args) => (claims(args.request) ? (await handler()).run(args) : null),
    log: async (args) => (await handler()).log(args),
    parse: async (args) => (await handler()).parse(args),
    predicate: async (args) => (await handler()).predicate(args),
    test: async (args) => (await handler()).test(args),
    // It keeps no state between requests.
    reset() {},
    restore() {},
    dispose() {},
  }
  return parts as unknown as HttpHandler
}
