import type { MockOptions } from '../mock/options.js'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** Names the sandbox of a request to the API. */
export const SANDBOX_HEADER = 'conmock-sandbox'

/** The options of a mock that a sandbox does not have: code, and what only one mock of a server can have. */
export type OptionsOfServer = 'baseUrl' | 'handlers' | 'onRequest' | 'now' | 'extend'

/** What the options of a sandbox have instead. */
export interface FixedTime {
  /**
   * Fixed time of the sandbox, in milliseconds since 1970.
   *
   * @default that of the server
   */
  readonly now?: number | undefined
}

/** The options of a sandbox: those of a mock that are JSON. */
export interface SandboxOptions extends Omit<MockOptions, OptionsOfServer>, FixedTime {}

/** A sandbox of a server. */
export interface SandboxDescription {
  /** Name of the sandbox. */
  readonly name: string
}

/** A sandbox was created, removed, or evicted after an hour without a request. */
export interface SandboxChange {
  readonly name: string
  readonly what: 'created' | 'removed' | 'evicted'
}
