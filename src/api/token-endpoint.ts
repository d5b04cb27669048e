import type { TokenEndpoint } from '../contract/api.js'
import type { CompiledApi } from '../contract/compile.js'
import type { Settings } from '../contract/assumption.js'
import type { TokenErrorCode } from '../contract/refusal-reasons.js'
import type { Answer, ApiRequest, CoverageKeys } from './answer.js'
import type { Credentials } from './credentials.js'

export const MAX_FORM_BYTES = 65_536

/** Lifetime of the issued tokens, in seconds. */
const TOKEN_LIFETIME = 3600

/** Headers of all answers. Caches must not store tokens (RFC 6749 §5.1). */
const commonHeaders = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  pragma: 'no-cache',
} as const

/** Why no token is issued. */
class TokenError extends Error {
  readonly code: TokenErrorCode
  readonly status: number
  readonly headers: Answer['headers']

  constructor(code: TokenErrorCode, message: string, status = 400, headers: Answer['headers'] = {}) {
    super(message)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

interface Client {
  readonly id: string
  readonly secret: string
  /** Whether the client used HTTP Basic. Then a refusal needs a challenge. */
  readonly basic: boolean
}

const basicChallenge = { 'www-authenticate': 'Basic realm="conmock"' }

/** The parts of the Basic credentials are form-encoded (RFC 6749 §2.3.1). */
function decodeFormText(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function basicClient(header: string): Client {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.trim()) ?? []
  const message = 'The Authorization header has no valid Basic credentials.'
  const malformed = new TokenError('invalid_client', message, 401, basicChallenge)
  if (credentials === undefined) throw malformed
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(credentials)) ?? []
    if (id === undefined || secret === undefined) throw malformed
    return { id: decodeFormText(id), secret: decodeFormText(secret), basic: true }
  } catch {
    throw malformed
  }
}

/** Returns the value of a parameter, which must not be repeated (RFC 6749 §3.2). An empty value counts as missing. */
function singleValue(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1)
    throw new TokenError('invalid_request', `The parameter ${name} is given more than once.`)
  return values[0] === '' ? undefined : values[0]
}

/** A Bearer token is ignored here, because some clients send it with every request. */
const BEARER = /^\s*bearer(?: [^,]*)?$/i

function findClient(header: string | null, form: URLSearchParams): Client {
  const [id, secret] = [singleValue(form, 'client_id'), singleValue(form, 'client_secret')]
  if (header === null || BEARER.test(header)) {
    if (id !== undefined && secret !== undefined) return { id, secret, basic: false }
    throw new TokenError('invalid_client', 'The client is missing: send client_id and client_secret.', 401)
  }
  if (secret !== undefined) {
    throw new TokenError(
      'invalid_request',
      'The client secret is given twice: in the Authorization header and in the form.',
    )
  }
  const client = basicClient(header)
  if (id === undefined || id === client.id) return client
  throw new TokenError('invalid_request', 'The client_id differs from the one in the Authorization header.')
}

/** @param ofMock Scopes of the API specification and of the option `scopes`. By default, all of them are granted. */
function scopesFor(
  form: URLSearchParams,
  ofMock: readonly string[],
  { scopes: ofService }: TokenEndpoint,
  scopesToGrant: Settings[string] | undefined,
): readonly string[] {
  const requested = form.getAll('scope').flatMap((text) => text.split(' ').filter((scope) => scope !== ''))
  if (requested.length === 0) return ofMock
  const known = scopesToGrant === 'service' ? [...new Set([...ofService, ...ofMock])] : ofMock
  if (requested.some((scope) => !known.includes(scope))) {
    throw new TokenError('invalid_scope', `Unknown scope. Known scopes: ${known.join(', ')}.`)
  }
  return known.filter((scope) => requested.includes(scope))
}

type EndpointTokens = Pick<Credentials, 'scopes' | 'grant'>

/** @throws TokenError If the request is refused. */
function issueToken(
  { method, headers }: ApiRequest,
  text: string | undefined,
  tokens: EndpointTokens,
  endpoint: TokenEndpoint,
  scopesToGrant: Settings[string] | undefined,
) {
  if (method !== 'POST') {
    throw new TokenError('invalid_request', 'The method must be POST.', 405, { allow: 'POST' })
  }
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new TokenError('invalid_request', 'The Content-Type must be application/x-www-form-urlencoded.')
  }
  if (text === undefined) throw new TokenError('invalid_request', 'The body is too long or incomplete.')
  const form = new URLSearchParams(text)
  const grant = singleValue(form, 'grant_type')
  if (grant === undefined) throw new TokenError('invalid_request', 'The parameter grant_type is missing.')
  const { id, secret, basic } = findClient(headers.get('authorization'), form)
  if (id !== endpoint.client.id || secret !== endpoint.client.secret) {
    const message = 'The client is unknown, or its secret is wrong.'
    throw new TokenError('invalid_client', message, 401, basic ? basicChallenge : {})
  }
  if (grant !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'The grant_type must be client_credentials.')
  }
  const granted = scopesFor(form, tokens.scopes, endpoint, scopesToGrant)
  return { token: tokens.grant(granted, TOKEN_LIFETIME), granted }
}

/**
 * Handles a request to the token endpoint: the client-credentials grant of OAuth 2.0 (RFC 6749 §4.4). The body is that of §5.1
 * for a token, and of §5.2 for an error.
 *
 * @param api Must have a token endpoint.
 * @param form The body, or `undefined` if it is too long or incomplete.
 */
export function handleTokenRequest(
  api: CompiledApi,
  keys: CoverageKeys,
  request: ApiRequest,
  form: string | undefined,
  tokens: EndpointTokens,
  settings: Settings,
): Answer {
  function write(status: number, body: object, dependsOnScopes: boolean, error?: TokenError): Answer {
    const assumed = dependsOnScopes ? ['token.endpoint', 'token.scopes'] : ['token.endpoint']
    const { code, message: refusal } = error ?? {}
    const coverageKey = keys.find(settings, 'token', status, { code, assumed })
    const headers = { ...commonHeaders, ...error?.headers, ...coverageKey.headers }
    return { status, headers, body: JSON.stringify(body), coverageKey, refusal }
  }

  try {
    const { token, granted } = issueToken(request, form, tokens, api.tokenEndpoint!, settings['token.scopes'])
    const hasFurther = granted.some((scope) => !api.scopes.includes(scope))
    const issued = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME }
    return write(200, { ...issued, scope: granted.join(' ') }, hasFurther)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    const { status, code, message } = error
    const body = { error: code, error_description: message }
    return write(status, body, code === 'invalid_scope', error)
  }
}
