import type { AssumptionName, Settings } from '../contract/assumptions.js'
import { scopes, serviceScopes, type ServiceScope } from '../contract/scopes.js'
import type { Clients } from './clients.js'

/** Where clients get their tokens, when the assumption `token.endpoint` is on. */
export const TOKEN_PATH = '/api/oauth/token'

/** Longer forms are refused. */
export const MAX_FORM_BYTES = 65_536

/** A request to the token endpoint. */
export interface TokenRequest {
  readonly method: string
  readonly headers: { get(name: string): string | null }
  /** The body; nothing when it was too long. */
  readonly form: string | undefined
}

/** An answer in the form of RFC 6749: §5.1 for a token, §5.2 for an error. */
export interface TokenAnswer {
  readonly status: 200 | 400 | 401 | 405
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The error, and why, in words for a log. */
  readonly refusal?: string
  readonly code?: string
  /** The assumptions that it rests on. */
  readonly assumed: readonly AssumptionName[]
}

/** No cache may keep a token (RFC 6749 §5.1). */
const common = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  pragma: 'no-cache',
} as const

type ErrorCode = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

/** What is wrong with a request, thrown from wherever it is found. */
class TokenError extends Error {
  readonly code: ErrorCode
  readonly status: TokenAnswer['status']
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    { status = 400, headers = {} }: { status?: TokenAnswer['status']; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

interface Client {
  readonly id: string
  readonly secret: string
  /** Whether it came by HTTP Basic, and so is to be refused in its terms. */
  readonly basic: boolean
}

/** A form-encoded word of the Basic credentials (RFC 6749 §2.3.1). */
function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function basicClient(header: string): Client {
  const [, credentials] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.trim()) ?? []
  const broken = new TokenError('invalid_client', 'The Authorization header holds no Basic credentials.', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="conmock"' },
  })
  if (credentials === undefined) throw broken
  try {
    const [, id, secret] = /^([^:]*):(.*)$/s.exec(atob(credentials)) ?? []
    if (id === undefined || secret === undefined) throw broken
    return { id: decoded(id), secret: decoded(secret), basic: true }
  } catch {
    throw broken
  }
}

/** The one value of a parameter, which must not come twice (RFC 6749 §3.2); an empty one counts as left out. */
function single(form: URLSearchParams, name: string): string | undefined {
  const values = form.getAll(name)
  if (values.length > 1)
    throw new TokenError('invalid_request', `The parameter ${name} comes more than once.`)
  return values[0] === '' ? undefined : values[0]
}

/** A Bearer token does not say which client it is. Clients that add theirs to every request send it here, too. */
const BEARER = /^\s*bearer(?: [^,]*)?$/i

function clientOf(request: TokenRequest, form: URLSearchParams): Client {
  const header = request.headers.get('authorization')
  const [id, secret] = [single(form, 'client_id'), single(form, 'client_secret')]
  if (header === null || BEARER.test(header)) {
    if (id !== undefined && secret !== undefined) return { id, secret, basic: false }
    throw new TokenError('invalid_client', 'The client is not named: send client_id and client_secret.', {
      status: 401,
    })
  }
  if (secret !== undefined) {
    throw new TokenError('invalid_request', 'The client shows its secret in two ways; one is allowed.')
  }
  const client = basicClient(header)
  if (id === undefined || id === client.id) return client
  throw new TokenError('invalid_request', 'The client_id is not the one of the Authorization header.')
}

const grantable = { specified: scopes, service: serviceScopes } as const

/** The scopes that a client gets. Without a request for some, those of the API specification that it may have. */
function scopesFor(
  form: URLSearchParams,
  allowed: readonly ServiceScope[],
  known: readonly ServiceScope[],
): readonly ServiceScope[] {
  const asked = form.getAll('scope').flatMap((text) => text.split(' ').filter((scope) => scope !== ''))
  if (asked.length === 0) return scopes.filter((scope) => allowed.includes(scope))
  const unknown = asked.find((scope) => !(known as readonly string[]).includes(scope))
  if (unknown !== undefined) {
    throw new TokenError('invalid_scope', `There is no such scope; there are: ${known.join(', ')}.`)
  }
  const missing = asked.find((scope) => !(allowed as readonly string[]).includes(scope))
  if (missing === undefined) return known.filter((scope) => asked.includes(scope))
  throw new TokenError('invalid_scope', `The client may not have the scope ${missing}.`)
}

function assumedBy(restsOnScopes: boolean): readonly AssumptionName[] {
  return restsOnScopes ? ['token.endpoint', 'token.scopes'] : ['token.endpoint']
}

/** What the token endpoint needs to know of the clients. */
export type TokenClients = Pick<Clients, 'scopesOf' | 'issue' | 'tokenLifetime'>

function issue(
  request: TokenRequest,
  clients: TokenClients,
  scopesToGrant: Settings['token.scopes'],
): TokenAnswer {
  const { method, headers, form: text } = request
  if (method !== 'POST') {
    throw new TokenError('invalid_request', 'Tokens are got by POST.', {
      status: 405,
      headers: { allow: 'POST' },
    })
  }
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') {
    throw new TokenError('invalid_request', 'The body must be of application/x-www-form-urlencoded.')
  }
  if (text === undefined) throw new TokenError('invalid_request', 'The form is too long, or broke off.')
  const form = new URLSearchParams(text)
  const grant = single(form, 'grant_type')
  if (grant === undefined) throw new TokenError('invalid_request', 'The parameter grant_type is missing.')
  const client = clientOf(request, form)
  const allowed = clients.scopesOf(client.id, client.secret)
  if (!allowed) {
    throw new TokenError('invalid_client', 'There is no such client, or its secret is another.', {
      status: 401,
      headers: client.basic ? { 'www-authenticate': 'Basic realm="conmock"' } : {},
    })
  }
  if (grant !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'The only grant_type is client_credentials.')
  }
  const granted = scopesFor(form, allowed, grantable[scopesToGrant])
  const body = {
    access_token: clients.issue(client.id, granted),
    token_type: 'Bearer',
    expires_in: clients.tokenLifetime,
    scope: granted.join(' '),
  }
  const hasFurther = granted.some((scope) => !(scopes as readonly string[]).includes(scope))
  return { status: 200, headers: common, body: JSON.stringify(body), assumed: assumedBy(hasFurther) }
}

/** Answers a request to the token endpoint: the client-credentials grant of OAuth 2.0 (RFC 6749 §4.4). */
export function answerTokenRequest(
  request: TokenRequest,
  clients: TokenClients,
  scopesToGrant: Settings['token.scopes'],
): TokenAnswer {
  try {
    return issue(request, clients, scopesToGrant)
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    const { code, status, message } = error
    return {
      status,
      headers: { ...common, ...error.headers },
      body: JSON.stringify({ error: code, error_description: message }),
      refusal: message,
      code,
      assumed: assumedBy(code === 'invalid_scope'),
    }
  }
}
