import type { HttpHandler } from 'msw'

/** The members of a handler that msw 2, msw 3 and their users call. */
type HandlerParts = Pick<
  HttpHandler,
  'kind' | 'info' | 'isUsed' | 'run' | 'log' | 'parse' | 'predicate' | 'test'
> & {
  reset(): void
  restore(): void
  dispose(): void
}

/**
 * Creates an msw handler that loads msw at its first matching request. An import of msw would throw in workers and
 * sandboxed frames, which have no `localStorage`. msw checks the members of handlers; @msw/playwright checks their class.
 *
 * @param matches Whether the handler matches a request.
 */
export function createLazyHandler(
  matches: (request: Request) => boolean,
  respond: (request: Request) => Promise<Response>,
): HttpHandler {
  let loading: Promise<HttpHandler> | undefined
  let loaded: HttpHandler | undefined

  async function load(): Promise<HttpHandler> {
    const { http } = await import('msw')
    return (loaded = http.all(
      ({ request }) => matches(request),
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
      path: ({ request }) => matches(request),
    },
    get isUsed() {
      return loaded?.isUsed ?? false
    },
    run: async (args) => (matches(args.request) ? (await handler()).run(args) : null),
    log: async (args) => (await handler()).log(args),
    parse: async (args) => (await handler()).parse(args),
    predicate: async (args) => (await handler()).predicate(args),
    test: async (args) => (await handler()).test(args),
    // The handler has no state.
    reset() {},
    restore() {},
    dispose() {},
  }
  // Nobody can check the class before msw is loaded. Where msw cannot be loaded, nobody does.
  import('msw').then(
    (msw) => Object.setPrototypeOf(parts, msw.HttpHandler.prototype) as unknown,
    () => {},
  )
  return parts as unknown as HttpHandler
}
