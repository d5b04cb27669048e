import * as z from 'zod/mini'
import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { isTime, MIN_TIME } from '../contract/time.js'
import { compiled } from '../contract/compile.js'
import type { Caller } from '../contract/operation.js'
import { ALL_SCOPES, builtInToken } from '../contract/tokens.js'
import { checkOptions, oneOf, optionsSchema } from '../common/check-options.js'
import { hash } from '../common/random.js'
import { preview } from '../common/text.js'

/** A token and its scopes. @typeParam Scope The scopes that a token may have. */
export interface CredentialOf<Scope extends string> {
  /** The Bearer token. */
  readonly token: string
  /** Scopes of the token. With `token.scopes=service` they may include scopes that the API specification does not have. */
  readonly scopes: readonly Scope[]
  /** When the token expires, in milliseconds since 1970. Absent if it never expires. */
  readonly expiresAt?: number | undefined
  /** `true` after `tokens.revoke`. */
  readonly revoked?: true
  /**
   * Where the token comes from.
   *
   * - `built-in`: part of every mock
   * - `custom`: from the option `tokens`
   * - `issued`: from `tokens.issue` or the token endpoint
   */
  readonly origin: 'built-in' | 'custom' | 'issued'
}

export interface Credential extends CredentialOf<string> {}

/** Options of a new token. @typeParam Scope The scopes that a token may get. */
export interface TokenOptionsOf<Scope extends string> {
  /**
   * Scopes of the token.
   *
   * Known scopes: those of the operations, such as `user:read`, and those of the option `scopes`.
   *
   * @default []
   */
  readonly scopes?: readonly Scope[] | undefined
  /**
   * Seconds until the token expires, by the mock's clock. With 0, it is already expired.
   *
   * At most until the year 9999.
   *
   * @default never expires
   */
  readonly expiresIn?: number | undefined
  /**
   * The token.
   *
   * @default generated
   */
  readonly token?: string | undefined
}

export interface TokenOptions extends TokenOptionsOf<string> {}

/** Tokens of the option `tokens`: the scopes of each, or its scopes and lifetime. */
export type TokenScopesOf<Scope extends string> = {
  readonly [token: string]: readonly Scope[] | Pick<TokenOptionsOf<Scope>, 'scopes' | 'expiresIn'>
}

export type TokenScopes = TokenScopesOf<string>

export interface CredentialState extends Caller {
  readonly state: 'valid' | 'expired' | 'revoked'
}

function scopeList(known: readonly string[], example: string) {
  return z.array(oneOf(known), `must be a list of scopes, such as ['${example}']`)
}

const SECONDS = 'must be a number of seconds from 0'

function createSchemas(scopes: readonly string[], example: string) {
  const lifetime = {
    scopes: z.optional(scopeList(scopes, example)),
    expiresIn: z.optional(z.number(SECONDS).check(z.minimum(0, SECONDS))),
  }
  return {
    token: optionsSchema<TokenOptions>({ ...lifetime, token: z.optional(z.string('must be a string')) }),
    lifetime: optionsSchema<Omit<TokenOptions, 'token'>>(lifetime),
  }
}

/** The characters of a scope that is part of the name of its built-in token. */
const SCOPE = /^[\w.~/:-]+$/

/** The characters of a token (RFC 6750 §2.1, `b64token`). */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/

function createBuiltIn(scopes: readonly string[]): readonly Credential[] {
  const origin = 'built-in'
  return [
    { origin, token: ALL_SCOPES, scopes },
    ...scopes.map((scope) => ({ origin, token: builtInToken(scope), scopes: [scope] }) as const),
    { origin, token: 'mock-no-scopes', scopes: [] },
    { origin, token: 'mock-expired', scopes, expiresAt: MIN_TIME },
  ]
}

/** The schema of the names of scopes. */
export const scopeNamesSchema = compiled(({ scopes }) =>
  z
    .array(
      z
        .string('must be a list of scopes')
        .check(z.regex(SCOPE, 'may only contain letters, digits and - . _ ~ / :')),
      "must be a list of scopes, such as ['registration:read']",
    )
    .check(({ value, issues }) => {
      /** The built-in tokens, with their scope if they have only one. */
      const scopesOfTokens = new Map(createBuiltIn(scopes).map(({ token }) => [token, '']))
      for (const scope of scopes) scopesOfTokens.set(builtInToken(scope), scope)
      for (const [index, scope] of value.entries()) {
        const token = builtInToken(scope)
        const message = `would take over the built-in token ${token}; choose another name`
        if ((scopesOfTokens.get(token) ?? scope) !== scope)
          issues.push({ code: 'custom', input: value, message, path: [index] })
        scopesOfTokens.set(token, scope)
      }
    }),
)

/** The schema of the option `scopes`. */
export const furtherScopesSchema = compiled((api) =>
  scopeNamesSchema(api).check(({ value, issues }) => {
    const message = 'is the scope of an operation, so the mock knows it already; remove it'
    for (const [index, scope] of value.entries())
      if (api.scopes.includes(scope)) issues.push({ code: 'custom', input: value, message, path: [index] })
  }),
)

function checkToken(token: string, option: string): string {
  if (typeof token === 'string' && TOKEN.test(token)) return token
  throw new InvalidOptionError(
    'may only contain letters, digits and - . _ ~ + / (RFC 6750, section 2.1), but the given token has other characters',
    option,
  )
}

/** Maximum number of issued tokens in `all`. */
const MAX_LISTED = 1000

/** Maximum number of issued tokens. The oldest are forgotten. Limits the memory of servers that run for weeks. */
const MAX_ISSUED = 100_000

/** The credentials that a mock accepts. */
export class Credentials {
  /** The scopes that tokens may have: those of the API specification, and those of the option `scopes`. */
  readonly scopes: readonly string[]
  readonly #schemas: ReturnType<typeof createSchemas>
  readonly #builtIn: readonly Credential[]
  readonly #customNames: ReadonlyMap<string, string>
  readonly #source: readonly [seed: number, sandbox: string]
  readonly #now: () => number
  readonly #onChange: () => void
  readonly #initial: ReadonlyMap<string, Credential>
  readonly #issued = new Map<string, Credential>()
  readonly #revoked = new Set<string>()
  /** Number of generated tokens. `reset` does not set it back: no token that was issued before is valid again. */
  #generated = 0

  /**
   * @param scopes The scopes of the operations, and those of the option `scopes`.
   * @param example The scope in the examples of messages.
   * @param source Makes the tokens of mocks with different seeds, and of different sandboxes, different.
   * @param onChange Called whenever a token was issued or revoked.
   */
  constructor(
    own: TokenScopes,
    scopes: readonly string[],
    example: string,
    source: readonly [seed: number, sandbox: string],
    now: () => number,
    onChange: () => void,
  ) {
    this.scopes = [...new Set(scopes)]
    this.#schemas = createSchemas(this.scopes, example)
    this.#builtIn = createBuiltIn(this.scopes)
    this.#source = source
    this.#now = now
    this.#onChange = onChange
    this.#customNames = new Map(Object.keys(own).map((token, place) => [token, `custom token ${place + 1}`]))
    const owned = Object.entries(own).map(([token, given]) => this.#custom(token, given))
    this.#initial = new Map([...this.#builtIn, ...owned].map((credential) => [credential.token, credential]))
  }

  /** The built-in credentials, those of the options, then the newest 1,000 issued ones. */
  get all(): readonly Credential[] {
    const issued = [...this.#issued.values()].slice(-MAX_LISTED)
    return [...this.#initial.values(), ...issued].map((credential) =>
      structuredClone(this.#revoked.has(credential.token) ? { ...credential, revoked: true } : credential),
    )
  }

  issue(options: TokenOptions = {}): Credential {
    checkOptions(this.#schemas.token, options)
    const content = this.#contentOf(options)
    if (options.token === undefined) return structuredClone(this.#add(content))
    const token = checkToken(options.token, 'token')
    if (this.#initial.has(token) || this.#issued.has(token))
      throw new InvalidOptionError('already exists; choose another name', 'token')
    return structuredClone(this.#add(content, token))
  }

  /** Issues a token of the token endpoint, which may have scopes that only the real service knows. */
  grant(scopes: readonly string[], expiresIn: number): string {
    return this.#add({ scopes, ...this.#expiry(expiresIn) }).token
  }

  revoke(token: string): void {
    if (typeof token !== 'string' || !this.lookup(token)) {
      throw new InvalidOptionError('cannot revoke an unknown token')
    }
    this.#revoked.add(token)
    this.#onChange()
  }

  lookup(token: string): CredentialState | undefined {
    const found = this.#initial.get(token) ?? this.#issued.get(token)
    if (!found) return undefined
    const { scopes, expiresAt } = found
    const name = this.#customNames.get(token) ?? token
    if (this.#revoked.has(token)) return { name, scopes, state: 'revoked' }
    return { name, scopes, state: expiresAt !== undefined && expiresAt <= this.#now() ? 'expired' : 'valid' }
  }

  /** Forgets all issued tokens, and undoes `revoke`. */
  reset(): void {
    this.#issued.clear()
    this.#revoked.clear()
  }

  #custom(token: string, given: TokenScopes[string]): Credential {
    if (this.#builtIn.some((credential) => credential.token === token))
      throw new InvalidOptionError(`the token "${token}" is a built-in token; choose another name`)
    checkToken(token, 'tokens')
    if (given === undefined) throw new InvalidOptionError('needs a list of scopes for each token', 'tokens')
    const options = isPlainObject(given) ? given : { scopes: given }
    try {
      checkOptions(this.#schemas.lifetime, options)
      return { origin: 'custom', token, ...this.#contentOf(options) }
    } catch (error) {
      if (!(error instanceof InvalidOptionError)) throw error
      const name = this.#customNames.get(token)
      throw new InvalidOptionError(`has a wrong value for ${name}: ${error.message}`, 'tokens')
    }
  }

  #contentOf({ scopes = [], expiresIn }: Omit<TokenOptions, 'token'>) {
    const content = { scopes: [...scopes], ...this.#expiry(expiresIn) }
    if (content.expiresAt === undefined || isTime(content.expiresAt)) return content
    throw new InvalidOptionError(
      `must end before the year 10000, but is ${preview(expiresIn)} seconds`,
      'expiresIn',
    )
  }

  #expiry(expiresIn: number | undefined): { readonly expiresAt?: number } {
    return expiresIn === undefined ? {} : { expiresAt: this.#now() + expiresIn * 1000 }
  }

  #add(content: Omit<Credential, 'origin' | 'token'>, token = this.#nextToken(content)): Credential {
    const credential: Credential = { origin: 'issued', token, ...content }
    this.#issued.set(token, credential)
    const [oldest] = this.#issued.keys()
    if (this.#issued.size > MAX_ISSUED) this.#issued.delete(oldest!)
    this.#onChange()
    return credential
  }

  /** The hash differs if the scopes do: another mock cannot take the token for one of its own. */
  #nextToken({ scopes }: Pick<Credential, 'scopes'>): string {
    const content = JSON.stringify([...this.#source, ++this.#generated, scopes])
    return `mock-issued-${this.#generated}.${hash(content).toString(36)}`
  }
}
