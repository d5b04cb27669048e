import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { isTime, MIN_TIME } from '../contract/iso-8601.js'
import { scopes as knownScopes, type Scope, type ServiceScope } from '../contract/scopes.js'
import { checkOptionNames } from '../common/option-names.js'
import { shown } from '../common/shown.js'
import { seal, unseal } from './seal.js'

/** A token and its scopes. */
export interface Credential {
  /** The Bearer token. */
  readonly token: string
  /** Scopes of the token. With `token.scopes=service` they may include scopes that the API specification does not have. */
  readonly scopes: readonly ServiceScope[]
  /** When the token expires, in milliseconds since 1970. Absent if it never expires. */
  readonly expiresAt?: number | undefined
  /** `true` after `tokens.revoke`. */
  readonly revoked?: true
  /** The client that got the token from the token endpoint. */
  readonly client?: string
  /**
   * Where the token comes from.
   *
   * - `ready-made`: part of every mock
   * - `own`: from the option `tokens`
   * - `issued`: from `tokens.issue` or the token endpoint
   */
  readonly origin: 'ready-made' | 'own' | 'issued'
}

/** Options of a new token. */
export interface TokenOptions {
  /**
   * Scopes of the token.
   *
   * @default []
   */
  readonly scopes?: readonly Scope[] | undefined
  /**
   * Seconds until the token expires, by the mock's clock, at most until the year 9999. A token with `0` is already expired.
   *
   * @default the token never expires
   */
  readonly expiresIn?: number | undefined
  /**
   * The token itself. Only this mock accepts it.
   *
   * @default a generated token, which every mock with the same options accepts
   */
  readonly token?: string | undefined
}

/** Tokens of the option `tokens`: the scopes of each, or its scopes and lifetime. */
export type TokenScopes = {
  readonly [token: string]: readonly Scope[] | Pick<TokenOptions, 'scopes' | 'expiresIn'>
}

/** Who sent a request, for the journal. */
export interface Caller {
  /** The token, unless it comes from the option `tokens`: it may be a real one. */
  readonly name: string
  readonly scopes: readonly ServiceScope[]
}

/** The state of a credential at this moment. */
export interface CredentialState extends Caller {
  readonly state: 'valid' | 'expired' | 'revoked'
}

const tokenOptionNames = ['scopes', 'expiresIn', 'token'] satisfies (keyof TokenOptions)[]

/** The characters of a token (RFC 6750 §2.1, `b64token`). */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

const readyMade: readonly Credential[] = [
  { origin: 'ready-made', token: 'mock-all-scopes', scopes: knownScopes },
  { origin: 'ready-made', token: 'mock-volunteer-read', scopes: ['volunteer:read'] },
  { origin: 'ready-made', token: 'mock-user-read', scopes: ['user:read'] },
  { origin: 'ready-made', token: 'mock-no-scopes', scopes: [] },
  { origin: 'ready-made', token: 'mock-expired', scopes: knownScopes, expiresAt: MIN_TIME },
]

function checkToken(token: string): string {
  if (typeof token === 'string' && TOKEN.test(token)) return token
  throw new InvalidOptionError(
    'a token may only contain letters, digits and - . _ ~ + / (RFC 6750, section 2.1), but the given token has other characters',
  )
}

function checkOwnToken(token: string): string {
  if (!readyMade.some((credential) => credential.token === token)) return checkToken(token)
  throw new InvalidOptionError(`the token "${token}" is a ready-made token; choose another name`)
}

/** @throws InvalidOptionError If the value is not a list of known scopes. */
export function checkScopes<Known extends ServiceScope>(
  scopes: unknown,
  known: readonly Known[],
): readonly Known[] {
  if (!Array.isArray(scopes)) throw new InvalidOptionError("scopes must be a list, such as ['user:read']")
  for (const scope of scopes) {
    if (!(known as readonly string[]).includes(scope)) {
      throw new InvalidOptionError(`unknown scope "${shown(scope)}"; the scopes are: ${known.join(', ')}`)
    }
  }
  return [...(scopes as readonly Known[])]
}

/** The content of a self-contained token. */
interface TokenContent {
  /** Number of the token in the process that issued it. */
  readonly serial: number
  readonly scopes: readonly ServiceScope[]
  readonly client?: string | undefined
  /** In milliseconds since 1970. Absent if the token never expires, so that it is the same in every run. */
  readonly issuedAt?: number | undefined
  /** In milliseconds since 1970. */
  readonly expiresAt?: number | undefined
}

const PREFIX = 'mock-issued.'

/** Maximum number of issued tokens in `all`. Limits the memory of servers that run for weeks. */
const MAX_LISTED = 1000

function copy(credential: Credential): Credential {
  return { ...credential, scopes: [...credential.scopes] }
}

/**
 * The credentials that a mock accepts. An issued token contains its own scopes, client and expiry time. So every process
 * with the same options accepts it, without storing it.
 */
export class Credentials {
  readonly #own: readonly Credential[]
  /** The names of the user's own tokens in the journal. */
  readonly #ownNames: ReadonlyMap<string, string>
  readonly #now: () => number
  readonly #purpose: string
  /** The credentials whose token was chosen by name: ready-made, from the options, or from `issue`. */
  #named!: Map<string, Credential>
  /** The newest issued tokens, for `all`. */
  #listed: Credential[] = []
  #revoked = new Set<string>()
  #serial = 0
  #lastIssuedAt = -Infinity
  /** The last reset made tokens invalid that were issued until this time and have at most this serial. */
  #invalidated = { until: -Infinity, serial: 0 }

  /** @param seed Makes the tokens of mocks with different seeds different. */
  constructor(own: TokenScopes, seed: number, now: () => number) {
    this.#now = now
    this.#own = Object.entries(own).map(([token, given]) => {
      checkOwnToken(token)
      const options = isPlainObject(given) ? given : { scopes: checkScopes(given, knownScopes) }
      return { origin: 'own', token, ...this.#checkedContent(options, ['scopes', 'expiresIn']) }
    })
    this.#ownNames = new Map(this.#own.map(({ token }, place) => [token, `own token ${place + 1}`]))
    this.#purpose = `token of seed ${seed}`
    this.#dropNamed()
  }

  /** All named credentials, the ready-made ones first, then the newest 1,000 issued ones. */
  get all(): readonly Credential[] {
    const issued = this.#listed.map((credential): Credential =>
      this.#revoked.has(credential.token) ? { ...credential, revoked: true } : credential,
    )
    return [...this.#named.values(), ...issued].map(copy)
  }

  /**
   * Issues a token.
   *
   * @throws InvalidOptionError For an unknown option or scope, a negative time, or a token that exists or has invalid
   *   characters.
   */
  issue(options: TokenOptions = {}): Credential {
    const content = this.#checkedContent(options, tokenOptionNames)
    if (options.token === undefined) return copy(this.#issue(content.scopes, options.expiresIn))
    const token = checkToken(options.token)
    if (this.#named.has(token)) throw new InvalidOptionError('the token already exists; choose another name')
    const credential = { origin: 'issued', token, ...content } as const
    this.#named.set(token, credential)
    return copy(credential)
  }

  /** @throws InvalidOptionError For an unknown option or scope, or an invalid time. */
  #checkedContent(
    options: TokenOptions,
    names: readonly string[],
  ): { readonly scopes: readonly Scope[]; readonly expiresAt?: number } {
    checkOptionNames(options, names)
    const { expiresIn } = options
    if (expiresIn !== undefined && !(typeof expiresIn === 'number' && expiresIn >= 0)) {
      throw new InvalidOptionError(`expiresIn must be a number of seconds from 0, but is ${shown(expiresIn)}`)
    }
    if (expiresIn !== undefined && !isTime(this.#now() + expiresIn * 1000)) {
      throw new InvalidOptionError(
        `expiresIn must end before the year 10000, but is ${shown(expiresIn)} seconds`,
      )
    }
    return { scopes: checkScopes(options.scopes ?? [], knownScopes), ...this.#expiry(expiresIn) }
  }

  /** Issues a token to a client of the token endpoint. */
  issueTo(client: string, scopes: readonly ServiceScope[], expiresIn: number): string {
    return this.#issue(scopes, expiresIn, client).token
  }

  /**
   * Makes a token invalid in this mock.
   *
   * @throws InvalidOptionError If the mock does not know the token.
   */
  revoke(token: string): void {
    if (typeof token !== 'string' || !this.lookup(token)) {
      throw new InvalidOptionError('cannot revoke an unknown token')
    }
    const named = this.#named.get(token)
    if (named) this.#named.set(token, { ...named, revoked: true })
    else this.#revoked.add(token)
  }

  /** Returns the state of a token, or `undefined` if the mock does not know it. */
  lookup(token: string): CredentialState | undefined {
    const found = this.#named.get(token) ?? this.#unseal(token)
    if (!found) return undefined
    const { scopes, expiresAt } = found
    const name = this.#ownNames.get(token) ?? token
    if (('revoked' in found && found.revoked) || this.#revoked.has(token)) {
      return { name, scopes, state: 'revoked' }
    }
    return { name, scopes, state: expiresAt !== undefined && expiresAt <= this.#now() ? 'expired' : 'valid' }
  }

  /** Returns a ready-made token that is valid now and has the scope, with as few other scopes as possible. */
  example(scope?: Scope): string | undefined {
    const valid = readyMade.filter(({ token }) => this.lookup(token)?.state === 'valid')
    if (scope === undefined) return valid[0]?.token
    const withScope = valid.filter(({ scopes }) => scopes.includes(scope))
    return withScope.toSorted((a, b) => a.scopes.length - b.scopes.length)[0]?.token
  }

  /** Makes all issued tokens invalid, and undoes `revoke`. Must be called before the clock is reset. */
  reset(): void {
    const until = Math.max(this.#invalidated.until, this.#lastIssuedAt, this.#now())
    this.#invalidated = { until, serial: this.#serial }
    this.#listed = []
    this.#revoked = new Set()
    this.#dropNamed()
  }

  #expiry(expiresIn: number | undefined): { readonly expiresAt?: number } {
    return expiresIn === undefined ? {} : { expiresAt: this.#now() + expiresIn * 1000 }
  }

  #issue(scopes: readonly ServiceScope[], expiresIn: number | undefined, client?: string): Credential {
    const now = this.#now()
    const content = { scopes, ...this.#expiry(expiresIn), ...(client === undefined ? {} : { client }) }
    const issuedAt = expiresIn === undefined ? undefined : now
    const token = this.#seal({ ...content, serial: ++this.#serial, issuedAt })
    const credential: Credential = { origin: 'issued', token, ...content }
    this.#lastIssuedAt = Math.max(this.#lastIssuedAt, now)
    this.#listed.push(credential)
    if (this.#listed.length > MAX_LISTED) this.#listed.shift()
    return credential
  }

  #dropNamed(): void {
    this.#named = new Map([...readyMade, ...this.#own].map((credential) => [credential.token, credential]))
  }

  #seal({ serial, scopes, client, issuedAt, expiresAt }: TokenContent): string {
    return PREFIX + seal(this.#purpose, [serial, scopes.join(' '), client, issuedAt, expiresAt])
  }

  #unseal(token: string): TokenContent | undefined {
    if (!token.startsWith(PREFIX)) return undefined
    const values = unseal(this.#purpose, token.slice(PREFIX.length))
    if (!values) return undefined
    // JSON has `null` in place of `undefined`.
    const [serial, scopes, , issuedAt, expiresAt] = values as [number, string, unknown, number?, number?]
    const isInvalidated =
      serial <= this.#invalidated.serial && (issuedAt ?? -Infinity) <= this.#invalidated.until
    if (isInvalidated) return undefined
    return {
      serial,
      scopes: scopes === '' ? [] : (scopes.split(' ') as ServiceScope[]),
      expiresAt: expiresAt ?? undefined,
    }
  }
}
