import { http, type HttpHandler } from 'msw'

/** A request that a mock received. */
export interface SeenRequest {
  readonly path: string
  readonly authorization: string | null
}

/** A handler that records every request without answering it, and the recorded requests. */
export function recordRequests(): { readonly handlers: HttpHandler[]; readonly seen: SeenRequest[] } {
  const seen: SeenRequest[] = []
  const record = http.all('*', ({ request: { url, headers } }) => {
    const { pathname, search } = new URL(url)
    seen.push({ path: pathname + search, authorization: headers.get('authorization') })
  })
  return { handlers: [record], seen }
}
