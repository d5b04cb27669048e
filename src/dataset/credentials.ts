import { OptionError } from '../contract/errors.js'
import { scopes as knownScopes, type Scope } from '../contract/operations.js'

/** A token and what it is good for. */
export interface Credential {
  readonly token: string
  readonly scopes: readonly Scope[]
  /** Milliseconds since 1970 at which it stops being good; absent when it never does. */
  readonly expiresAt?: number
  readonly revoked?: true
  /** Who brought it: every mock has it, the options named it, or `tokens.issue` made it. */
  readonly origin: 'ready-made' | 'own' | 'issued'
}

/** What a new token is to be. */
export interface TokenOptions {
  /** Default: none. */
  readonly scopes?: readonly Scope[] | undefined
  /** Seconds until it expires, by the mock's clock. Default: never. 0 is expired at once. */
  readonly expiresIn?: number | undefined
  /** The token itself. Default: `mock-issued-1`, `mock-issued-2` and so on. */
  readonly token?: string | undefined
}

/** Tokens by name, with the scopes of each. */
export type TokenScopes = { readonly [token: string]: readonly Scope[] }

/** What a token may consist of (RFC 6750 §2.1, `b64token`). */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

const readyMade: readonly Credential[] = [
  { origin: 'ready-made', token: 'mock-all-scopes', scopes: knownScopes },
  { origin: 'ready-made', token: 'mock-volunteer-read', scopes: ['volunteer:read'] },
  { origin: 'ready-made', token: 'mock-user-read', scopes: ['user:read'] },
  { origin: 'ready-made', token: 'mock-no-scopes', scopes: [] },
  { origin: 'ready-made', token: 'mock-expired', scopes: knownScopes, expiresAt: 0 },
]

function checkedToken(token: string): string {
  if (typeof token === 'string' && TOKEN.test(token)) return token
  throw new OptionError(
    'a token must consist of letters, digits and - . _ ~ + / (RFC 6750, section 2.1); the one given does not',
  )
}

function checkedOwnToken(token: string): string {
  if (!readyMade.some((credential) => credential.token === token)) return checkedToken(token)
  throw new OptionError(`the token "${token}" is one of the ready-made ones; give yours another name`)
}

/** Checks a list of scopes. */
export function checkedScopes(scopes: unknown): readonly Scope[] {
  if (!Array.isArray(scopes)) throw new OptionError("scopes must be a list, such as ['user:read']")
  for (const scope of scopes) {
    if (!(knownScopes as readonly string[]).includes(scope)) {
      throw new OptionError(`unknown scope "${scope}"; the scopes are: ${knownScopes.join(', ')}`)
    }
  }
  return [...(scopes as readonly Scope[])]
}

/** From so many tokens on, those that have expired are forgotten. */
const MOST_TOKENS = 10_000

function copy(credential: Credential): Credential {
  return { ...credential, scopes: [...credential.scopes] }
}

/** The credentials that a mock accepts: the ready-made ones, the caller's own, and those issued since. */
export class Credentials {
  readonly #own: readonly Credential[]
  readonly #now: () => number
  #byToken!: Map<string, Credential>
  #issued = 0

  constructor(own: TokenScopes, now: () => number) {
    this.#own = Object.entries(own).map(([token, scopes]) => ({
      origin: 'own',
      token: checkedOwnToken(token),
      scopes: checkedScopes(scopes),
    }))
    this.#now = now
    this.reset()
  }

  /** Every credential that the mock knows, the ready-made ones first. */
  get all(): readonly Credential[] {
    return Array.from(this.#byToken.values(), copy)
  }

  /**
   * Makes a token.
   *
   * @throws OptionError For an unknown scope, a negative time, or a token that no header could carry or that exists.
   */
  issue(options: TokenOptions = {}): Credential {
    const { expiresIn } = options
    if (expiresIn !== undefined && !(expiresIn >= 0)) {
      throw new OptionError(`expiresIn must be a number of seconds from 0, but is ${String(expiresIn)}`)
    }
    const credential: Credential = {
      origin: 'issued',
      scopes: checkedScopes(options.scopes ?? []),
      ...(expiresIn === undefined ? {} : { expiresAt: this.#now() + expiresIn * 1000 }),
      token: options.token === undefined ? this.#nextToken() : checkedToken(options.token),
    }
    if (this.#byToken.has(credential.token)) throw new OptionError('a token of that name exists already')
    this.#byToken.set(credential.token, credential)
    if (this.#byToken.size > MOST_TOKENS) this.#forgetExpired()
    return copy(credential)
  }

  /**
   * Makes a token good for nothing from now on.
   *
   * @throws OptionError When the mock knows no such token.
   */
  revoke(token: string): void {
    const credential = this.#byToken.get(token)
    if (!credential) throw new OptionError('the mock knows no such token, so it cannot be revoked')
    this.#byToken.set(token, { ...credential, revoked: true })
  }

  /** The scopes of a token, and whether it is good at this moment. */
  look(
    token: string,
  ): { readonly scopes: readonly Scope[]; readonly state: 'good' | 'expired' | 'revoked' } | undefined {
    const credential = this.#byToken.get(token)
    if (!credential) return undefined
    const { scopes, expiresAt, revoked } = credential
    if (revoked) return { scopes, state: 'revoked' }
    return { scopes, state: expiresAt !== undefined && expiresAt <= this.#now() ? 'expired' : 'good' }
  }

  /** A ready-made token that is good now and has the scope; the one with the fewest scopes. */
  example(scope: Scope): string | undefined {
    const good = readyMade.filter(
      ({ token, scopes }) => scopes.includes(scope) && this.look(token)?.state === 'good',
    )
    return good.toSorted((a, b) => a.scopes.length - b.scopes.length)[0]?.token
  }

  /** Forgets what was issued and revoked. */
  reset(): void {
    this.#byToken = new Map([...readyMade, ...this.#own].map((credential) => [credential.token, credential]))
    this.#issued = 0
  }

  /** A client may get a token for each request, for weeks. One that is known as expired and one that is unknown are told alike enough. */
  #forgetExpired(): void {
    for (const { token, origin } of this.#byToken.values()) {
      if (origin === 'issued' && this.look(token)?.state === 'expired') this.#byToken.delete(token)
    }
  }

  #nextToken(): string {
    let token: string
    do token = `mock-issued-${++this.#issued}`
    while (this.#byToken.has(token))
    return token
  }
}
