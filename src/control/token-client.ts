import type { MockRequest } from '../mock/mock-request.js'

type RequestHeaders = MockRequest['headers']

/** Returns headers with another `Authorization`. */
export function withAuthorization(headers: RequestHeaders, value: string): RequestHeaders {
  return { get: (name) => (name === 'authorization' ? value : headers.get(name)) }
}

/** The client of a token request. */
interface TokenClient {
  readonly id: string
  /** Returns the parts of the request that change with the client id. */
  readonly replace: (id: string) => Pick<MockRequest, 'headers' | 'text'>
}

/** Returns the client in the form of a token request. */
function clientInForm(headers: RequestHeaders, text: string | undefined): TokenClient | undefined {
  const form = new URLSearchParams(text)
  const [id, ...more] = form.getAll('client_id')
  if (id === undefined || more.length > 0) return undefined
  return {
    id,
    replace(other) {
      form.set('client_id', other)
      return { headers, text: async () => form.toString() }
    },
  }
}

/** Returns the client in Basic credentials (RFC 6749 §2.3.1). */
function clientInHeader(headers: RequestHeaders, text: string | undefined): TokenClient | undefined {
  const credentials = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get('authorization')?.trim() ?? '')?.[1]
  try {
    const [, encoded, secret] = /^([^:]*):(.*)$/s.exec(atob(credentials ?? '')) ?? []
    if (encoded === undefined) return undefined
    const id = decodeURIComponent(encoded.replaceAll('+', ' '))
    const repeated = clientInForm(headers, text)
    return {
      id,
      replace(other) {
        const changed = withAuthorization(headers, `Basic ${btoa(`${encodeURIComponent(other)}:${secret}`)}`)
        // The form may repeat the client id. Another one stays, and is refused.
        const form = repeated?.id === id ? repeated.replace(other) : { text: async () => text }
        return { headers: changed, text: form.text }
      },
    }
  } catch {
    return undefined
  }
}

/** Returns the client of a token request, or `undefined` if the request does not name exactly one. */
export function clientOf(headers: RequestHeaders, text: string | undefined): TokenClient | undefined {
  return clientInHeader(headers, text) ?? clientInForm(headers, text)
}
