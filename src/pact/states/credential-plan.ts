import type { Scope } from '../../contract/scopes.js'

/** The credential that the states of an interaction ask for, of a request that carries one. */
export interface CredentialPlan {
  /** Default `valid`: a token with exactly the scopes below, or with the one that the operation needs. */
  kind: 'valid' | 'lacking' | 'invalid' | 'expired' | 'none'
  /** Whether a state has said anything of the token. */
  asked: boolean
  /** Scopes that the token has; empty for the one that the operation needs. */
  readonly has: Set<Scope>
  /** Scopes that it lacks; empty, where it is lacking, for the one that the operation needs. */
  readonly lacks: Set<Scope>
}

/** A plan that asks for nothing out of the ordinary. */
export function ordinaryPlan(): CredentialPlan {
  return { kind: 'valid', asked: false, has: new Set(), lacks: new Set() }
}
