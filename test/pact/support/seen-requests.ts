import { http, type HttpHandler } from 'msw'

/** A request as it came to a mock. */
export interface SeenRequest {
  readonly path: string
  readonly authorization: string | null
}

/** Handlers that let every request pass, and the requests that have passed. */
export function seenRequests(): { readonly handlers: HttpHandler[]; readonly seen: SeenRequest[] } {
  const seen: SeenRequest[] = []
  const look = http.all('*', ({ request: { url, headers } }) => {
    const { pathname, search } = new URL(url)
    seen.push({ path: pathname + search, authorization: headers.get('authorization') })
  })
  return { handlers: [look], seen }
}
