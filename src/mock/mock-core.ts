import type { Credential, TokenOptions } from '../api/credentials.js'
import type { AssumptionInput, Settings } from '../contract/assumption.js'
import type { Coverage } from '../coverage/coverage.js'
import type { Clock } from './clock.js'
import type { Faults } from './faults.js'
import type { Requests } from './request-log.js'

/** The tokens of a mock. */
export interface TokensOf<Token, Options> {
  /** All credentials of the mock: the built-in ones, yours, and the newest 1,000 issued ones. */
  readonly all: readonly Token[]
  /**
   * Issues a token.
   *
   * @throws InvalidOptionError For an unknown option or scope, an invalid time, or a token that exists or has invalid
   *   characters.
   * @example
   * const { token } = mock.tokens.issue({ scopes: ['user:read'], expiresIn: 60 })
   */
  issue(options?: Options): Token
  /**
   * Makes a token invalid.
   *
   * @throws InvalidOptionError If the token is unknown.
   */
  revoke(token: string): void
}

/** The types of an API that the members of a mock have. */
export interface MockTypes {
  readonly tokens: object
  readonly requests: object
  readonly faults: object
  readonly settings: object
  readonly assumptions: object
  readonly coverage: object
  readonly data: object
  readonly dataInput: object
}

/** A mock of an API, without its records and without msw handlers. @typeParam Types The types of the API. */
export interface MockCoreOf<Types extends MockTypes> {
  /**
   * Answers a request like the API, without network access. It has the parameters of the global `fetch`.
   *
   * @throws TypeError Like the global `fetch`: for an invalid URL, if one of your handlers returns `HttpResponse.error()`,
   *   and for a fault that drops the connection. An aborted signal rejects with its reason.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** The tokens that the mock accepts. */
  readonly tokens: Types['tokens']
  /** The mock's clock. */
  readonly clock: Clock
  /** The request log: the answered requests, and the reasons for the answers. */
  readonly requests: Types['requests']
  /** Faults: responses that fail or are slow on purpose. */
  readonly faults: Types['faults']
  /** The current value of every assumption. */
  readonly settings: Types['settings']
  /**
   * Changes assumptions from the next request on. Records do not change. `reset()` undoes it.
   *
   * @throws InvalidOptionError For an unknown assumption or variant. Then no assumption changes.
   * @example
   * mock.assume({ 'roles.lastPage': 'absent' })
   */
  readonly assume: (assumptions: Types['assumptions']) => void
  /**
   * Returns which cases of the API the mock has sent, how often, and the assumptions that they depend on. `reset()` keeps
   * the counts.
   */
  readonly coverage: () => Types['coverage']
  /**
   * Resets records, tokens, assumptions, the clock, faults and the request log to their state after `createMock()`. Waits for
   * pending changes.
   */
  readonly reset: () => Promise<void>
  /**
   * Replaces all records, as if this data was the option `data`. Waits for pending changes. Everything else
   * does not change. `reset()` returns to the records of the options.
   *
   * @throws DataError For invalid data, with the JSON path of every problem. Then no record changes.
   * @example
   * await mock.replace({ volunteers: [{ user: { id: '42' } }] })
   */
  readonly replace: (data: Types['dataInput']) => Promise<void>
  /** Returns all records as JSON, for `createMock({ data })` and `replace`. */
  readonly export: () => Types['data']
}

/** The types of any API, whose names are plain strings. */
export interface AnyMockTypes {
  readonly tokens: TokensOf<Credential, TokenOptions>
  readonly requests: Requests
  readonly faults: Faults
  readonly settings: Settings
  readonly assumptions: AssumptionInput
  readonly coverage: Coverage
  readonly data: object
  readonly dataInput: object
}

/** A mock of any API. `getInternals` has its records. */
export interface MockCore extends MockCoreOf<AnyMockTypes> {}
