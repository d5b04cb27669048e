import type { Credential, TokenOptions } from '../api/credentials.js'
import type { AssumptionInput, Settings } from '../contract/assumptions.js'
import type { Ledger } from '../coverage/ledger.js'
import type { WorldData } from '../dataset/data-file.js'
import type { RecordsByKind } from '../dataset/records.js'
import type { Clock } from './clock.js'
import type { Faults } from './faults.js'
import type { Requests } from './journal.js'

/** The tokens of a mock. */
export interface Tokens {
  /** All credentials of the mock: the ready-made ones, yours, and the newest 1,000 issued ones. */
  readonly all: readonly Credential[]
  /**
   * Issues a token.
   *
   * @throws InvalidOptionError For an unknown option or scope, an invalid time, or a token that exists or has invalid
   *   characters.
   * @example
   * const { token } = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
   */
  issue(options?: TokenOptions): Credential
  /**
   * Makes a token invalid.
   *
   * @throws InvalidOptionError If the token is unknown.
   */
  revoke(token: string): void
}

/** A stand-in for the API, without msw handlers. */
export interface MockCore extends RecordsByKind {
  /**
   * Answers a request like the API, without network access. It has the parameters of the global `fetch`.
   *
   * @throws TypeError Like the global `fetch`: for an invalid URL, if one of your handlers returns `HttpResponse.error()`,
   *   and for a fault that drops the connection. An aborted signal rejects with its reason.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The tokens that the mock accepts. */
  readonly tokens: Tokens
  /** The mock's clock. */
  readonly clock: Clock
  /** The journal: the answered requests, and why they were answered so. */
  readonly requests: Requests
  /** Faults: responses that fail or are slow on purpose. */
  readonly faults: Faults
  /** The current value of every assumption. */
  readonly settings: Settings
  /**
   * Changes assumptions from the next request on. Records do not change. `reset()` undoes it.
   *
   * @throws InvalidOptionError For an unknown assumption or variant. Then no assumption changes.
   * @example
   * mock.assume({ 'roles.lastPage': 'absent' })
   */
  readonly assume: (assumptions: AssumptionInput) => void
  /**
   * Returns how often the mock has sent each answer and shape, and which assumptions they depend on. `reset()` keeps the
   * counts.
   */
  readonly ledger: () => Ledger
  /**
   * Resets records, tokens, assumptions, the clock, faults and the journal to their state after `createMock()`. Waits for
   * pending changes.
   */
  readonly reset: () => Promise<void>
  /** Returns all records as JSON, for `createMock({ data })`. */
  readonly export: () => WorldData
}
