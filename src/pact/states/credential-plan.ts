import type { Scope } from '../../contract/scopes.js'

/** The token to send with the request of an interaction, as its states define it. */
export interface CredentialPlan {
  /**
   * The kind of token. `valid` and `lacking` tokens have the scopes that `has` and `lacks` define.
   *
   * @default 'valid'
   */
  kind: 'valid' | 'lacking' | 'invalid' | 'expired' | 'none'
  /** Whether a state of the pact defines the token. */
  isExplicit: boolean
  /** The scopes of the token. If empty: the scope that the operation needs. */
  readonly has: Set<Scope>
  /** The scopes that the token must not have. If empty and `kind` is `lacking`: the scope that the operation needs. */
  readonly lacks: Set<Scope>
}

/** The plan before any state changes it: a valid token. */
export function createDefaultPlan(): CredentialPlan {
  return { kind: 'valid', isExplicit: false, has: new Set(), lacks: new Set() }
}
