import { expect } from 'vitest'
import type { MockOptions } from '../../../src/index.js'
import { connect } from '../../conformance/client.js'

export const TOKEN_PATH = '/api/oauth/token'
export const FORM = 'application/x-www-form-urlencoded'

/** The built-in client of every mock. */
export const builtIn = { client_id: 'conmock', client_secret: 'conmock-secret' } as const

/** Fields of a form; as pairs if a field appears more than once. */
export type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]

/** The fields of a form without the client. */
export const grant = { grant_type: 'client_credentials' } as const

/** A token response of RFC 6749 §5.1. */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

export function formOf(fields: Fields): string {
  const pairs = Array.isArray(fields) ? fields : Object.entries(fields)
  return new URLSearchParams(pairs as [string, string][]).toString()
}

/** The header of HTTP Basic, with both parts form-encoded as in RFC 6749 §2.3.1. */
export function basic(id: string, secret: string): { authorization: string } {
  const [left, right] = [id, secret].map((text) => formOf({ '': text }).slice(1))
  return { authorization: `Basic ${btoa(`${left}:${right}`)}` }
}

/** The options for `fetch` that request a token. */
export function tokenRequest(fields: Fields | string, headers: Record<string, string> = {}): RequestInit {
  const body = typeof fields === 'string' ? fields : formOf(fields)
  return { method: 'POST', headers: { 'content-type': FORM, ...headers }, body }
}

/** Creates a mock whose token endpoint is on. */
export function connectToEndpoint(options: MockOptions = {}, path = TOKEN_PATH) {
  const assumptions = { 'token.endpoint': 'on', ...options.assumptions } as const
  const client = connect({ ...options, assumptions })
  const ask = (fields: Fields | string, headers?: Record<string, string>) =>
    client.fetch(path, tokenRequest(fields, headers))
  const token = async (fields: Fields = { ...grant, ...builtIn }) => readToken(await ask(fields))
  return { ...client, ask, token }
}

/** Expects JSON that must not be cached (RFC 6749 §5.1). */
export function expectJsonForNoCache({ headers }: Response): void {
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
}

/** Matches any token response. */
export const aToken: unknown = expect.objectContaining({ access_token: expect.any(String) })

/** Expects a response with a token, as in RFC 6749 §5.1. */
export async function readToken(response: Response): Promise<TokenResponse> {
  expect(response.status).toBe(200)
  expectJsonForNoCache(response)
  expect(response.headers.has('www-authenticate')).toBe(false)
  const body = (await response.json()) as TokenResponse
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[A-Za-z0-9\-._~+/]+=*$/),
    token_type: 'Bearer',
    expires_in: 3600,
    scope: expect.any(String),
  })
  return body
}

/** Expects a refusal, as in RFC 6749 §5.2. */
export async function readRefusal(response: Response) {
  expectJsonForNoCache(response)
  const body = (await response.json()) as { error: string }
  // §5.2: no quotation mark, no backslash, nothing beyond ASCII.
  const words = expect.stringMatching(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/)
  expect(body).toEqual({ error: words, error_description: words })
  return { status: response.status, error: body.error, challenge: response.headers.get('www-authenticate') }
}
