import { scopes, type Scope } from '../../contract/scopes.js'
import type { CredentialPlan } from '../states/credential-plan.js'
import { SetupProblem } from './problem.js'
import { StateUnavailable } from '../states/definition.js'

/** No service and no mock has issued it. */
const INVALID = 'conmock-this-token-was-never-issued'

/** Where the tokens of a target come from. */
export interface TokenSource {
  /**
   * A good token with these scopes, and with no other where it can be had.
   *
   * @param exactly Whether one with more does not do.
   * @throws StateUnavailable When there is none.
   */
  withScopes(scopes: readonly Scope[], exactly: boolean): Promise<string>
  /** A token that was good once. Throws StateUnavailable when there is none. */
  expired(): Promise<string>
  /** Every token that must not show anywhere. */
  secrets(): readonly string[]
}

/** The scopes that a plan asks for; none for those of a request that no operation takes. */
function scopesOf({ kind, has, lacks }: CredentialPlan, needed: Scope | undefined): Scope[] {
  const both = [...has].find((scope) => lacks.has(scope))
  if (both !== undefined) {
    throw new SetupProblem(`the states say of the token that it has the scope ${both}, and that it lacks it`)
  }
  if (kind === 'lacking' && lacks.size === 0 && needed !== undefined && has.has(needed)) {
    throw new SetupProblem(
      `the states say of the token that it has the scope ${needed}, and that it lacks it`,
    )
  }
  if (has.size > 0) return [...has]
  if (kind === 'valid') return needed === undefined ? [...scopes] : [needed]
  const lacking = lacks.size > 0 ? lacks : new Set([needed])
  return scopes.filter((scope) => !lacking.has(scope))
}

/**
 * The token to send in place of the one in a pact; nothing where none is to be sent.
 *
 * @param needed The scope that the request's operation needs.
 */
export async function tokenFor(
  plan: CredentialPlan,
  needed: Scope | undefined,
  source: TokenSource,
): Promise<string | undefined> {
  switch (plan.kind) {
    case 'none':
      return undefined
    case 'invalid':
      return INVALID
    case 'expired':
      return source.expired()
    case 'valid':
    case 'lacking':
      return source.withScopes(scopesOf(plan, needed), plan.asked)
  }
}

/** The ready-made tokens of every mock. */
export const mockTokens: TokenSource = {
  async withScopes(wanted) {
    if (wanted.length === scopes.length) return 'mock-all-scopes'
    if (wanted.length === 0) return 'mock-no-scopes'
    return wanted[0] === 'user:read' ? 'mock-user-read' : 'mock-volunteer-read'
  },
  expired: async () => 'mock-expired',
  secrets: () => [],
}

/** Tokens of a real service by scope; `expired` is one that was good once. */
export type ServiceTokens = { readonly [Name in Scope | 'expired']?: string | undefined }

/** The tokens that the caller has, and those that `request` gets; it is asked once for each set of scopes. */
export function serviceTokens(
  given: ServiceTokens,
  request: ((wanted: readonly Scope[]) => Promise<string>) | undefined,
): TokenSource {
  const requested = new Map<string, Promise<string>>()
  const secrets = new Set(Object.values(given))

  /** Whether a token stands for these scopes and for no other. */
  function standsFor(token: string, wanted: readonly Scope[]): boolean {
    return scopes.every((scope) => (given[scope] === token) === wanted.includes(scope))
  }

  return {
    async withScopes(wanted, exactly) {
      const own = wanted.length === 0 ? undefined : given[wanted[0]!]
      const fits = own !== undefined && wanted.every((scope) => given[scope] === own)
      if (fits && (standsFor(own, wanted) || (!exactly && !request))) return own
      if (!request) {
        const what = wanted.length === 0 ? 'no scope' : `the scope ${wanted.join(' and ')} alone`
        throw new StateUnavailable(`there is no token with ${what}: --token SCOPE=ENVVAR`)
      }
      const key = wanted.join(' ')
      const token = requested.get(key) ?? request(wanted)
      requested.set(key, token)
      secrets.add(await token)
      return token
    },
    secrets: () => [...secrets].filter((secret) => secret !== undefined),
    async expired() {
      if (given.expired !== undefined) return given.expired
      throw new StateUnavailable('there is no expired token: --token expired=ENVVAR')
    },
  }
}
