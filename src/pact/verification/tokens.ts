import { ALL_SCOPES, builtInToken } from '../../contract/tokens.js'
import type { MockCore } from '../../mock/mock-core.js'
import { getInternals } from '../../mock/mock-internals.js'
import { MissingFlagsError, StateUnavailableError, type TokenClaim } from '../states/definition.js'
import { isBearer } from '../pacts/verifier-document.js'
import { SetupProblem } from '../../common/errors.js'
import type { PactApi } from '../parts/pact-api.js'

const INVALID = 'conmock-this-token-was-never-issued'

export interface TokenSource {
  /** A scope for which there is a token, if there is any token. For requests that need no scope. */
  readonly anyScope: string
  /** Returns a valid token with these scopes, and possibly others. @throws MissingFlagsError, StateUnavailableError If no token has them. */
  withScopes(scopes: readonly string[], exactly: boolean): Promise<string>
  expired(): Promise<string>
  /** Returns all tokens that must not appear in any output. */
  secrets(): readonly string[]
}

/** The part of a target that says which tokens there are. */
interface TokenTarget {
  readonly pacts: PactApi
  readonly tokens: TokenSource
}

function getScopes(
  claims: readonly TokenClaim[],
  needed: string | undefined,
  { pacts, tokens }: TokenTarget,
): string[] {
  const { scopes } = pacts.api
  const has = claims.flatMap(({ kind, scope }) => (kind === 'valid' && scope ? scope : []))
  const lacks = claims.flatMap(({ kind, scope = needed }) => (kind === 'lacking' ? scope : []))
  const both = has.find((scope) => lacks.includes(scope))
  if (both !== undefined) {
    throw new SetupProblem(`the states contradict each other: the token has and lacks the scope ${both}`)
  }
  if (has.length > 0) return [...new Set(has)]
  // A service may refuse a token for more scopes than a client has, so only one is asked for.
  if (lacks.length === 0) return [needed ?? tokens.anyScope]
  return scopes.filter((scope) => !lacks.includes(scope)).slice(0, 1)
}

/** Returns the token to send instead of the one in the pact. */
async function tokenFor(
  claims: readonly TokenClaim[],
  needed: string | undefined,
  target: TokenTarget,
): Promise<string> {
  const { tokens } = target
  const kind = claims[0]?.kind
  if (kind === 'invalid') return INVALID
  if (kind === 'expired') return tokens.expired()
  return tokens.withScopes(getScopes(claims, needed, target), claims.length > 0)
}

/**
 * Replaces the token in the header `Authorization`, if it has one.
 *
 * @param claims What the states say about the token.
 * @throws SetupProblem If a state needs one that is missing.
 */
export async function setToken(
  headers: { authorization?: unknown },
  claims: readonly TokenClaim[],
  needed: string | undefined,
  target: TokenTarget,
): Promise<void> {
  if (claims[0]?.kind === 'none') {
    delete headers.authorization
  } else if (isBearer(headers.authorization)) {
    const token = await tokenFor(claims, needed, target)
    // Keeps the spelling of the scheme.
    headers.authorization = `${String(headers.authorization).split(' ', 1)[0]} ${token}`
  } else if (claims.length > 0) {
    throw new SetupProblem(
      'a state defines the token, but the request in the pact has no header "Authorization: Bearer …"',
    )
  }
}

/** Provides the tokens of a mock: the built-in ones, and an issued one for some of the scopes. */
export function mockTokens(mock: MockCore): TokenSource {
  const { scopes } = getInternals(mock).api
  return {
    anyScope: scopes[0]!,
    async withScopes(wanted) {
      const [first, second] = wanted
      if (first === undefined) return 'mock-no-scopes'
      if (wanted.length === scopes.length) return ALL_SCOPES
      return second === undefined ? builtInToken(first) : mock.tokens.issue({ scopes: wanted }).token
    },
    expired: async () => 'mock-expired',
    secrets: () => [],
  }
}

/**
 * Tokens of a real service by scope, without `Bearer`, and an expired one for the state `the token is expired`. If a token has
 * several scopes, give it for each of them.
 */
export type ServiceTokensOf<Scope extends string> = {
  readonly [Name in Scope | 'expired']?: string | undefined
}

function missingTokens(names: readonly string[]): MissingFlagsError {
  const flags = names.map((name) => `--token-env ${name}=VARIABLE`)
  return new MissingFlagsError('a token is missing', flags)
}

/** Provides the given tokens, and tokens from `request`, which is called once for each set of scopes. */
export function serviceTokens(
  scopes: readonly string[],
  given: ServiceTokensOf<string>,
  request: ((wanted: readonly string[]) => Promise<string>) | undefined,
): TokenSource {
  const requested = new Map<string, Promise<string>>()
  const secrets = new Set(Object.values(given))

  function hasExactly(token: string, wanted: readonly string[]): boolean {
    return scopes.every((scope) => (given[scope] === token) === wanted.includes(scope))
  }

  return {
    anyScope: scopes.find((scope) => given[scope] !== undefined) ?? scopes[0]!,
    async withScopes(wanted, exactly) {
      const own = wanted.length === 0 ? undefined : given[wanted[0]!]
      const fits = own !== undefined && wanted.every((scope) => given[scope] === own)
      if (fits && (hasExactly(own, wanted) || (!exactly && !request))) return own
      if (!request) {
        const missing = wanted.filter((scope) => given[scope] === undefined)
        if (missing.length > 0) throw missingTokens(missing)
        const what = wanted.length === 0 ? 'no scope' : `the scope ${wanted.join(' and ')} alone`
        throw new StateUnavailableError(`there is no token with ${what}`)
      }
      const key = wanted.join(' ')
      const token = requested.get(key) ?? request(wanted)
      requested.set(key, token)
      secrets.add(await token)
      return token
    },
    secrets: () => [...secrets].filter((secret) => secret !== undefined),
    async expired() {
      const { expired } = given
      if (expired !== undefined) return expired
      throw missingTokens(['expired'])
    },
  }
}
