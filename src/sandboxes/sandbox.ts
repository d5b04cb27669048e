import type { MockOptions } from '../mock/options.js'

/** The sandbox that always exists. */
export const DEFAULT_SANDBOX = 'default'

/** Names the sandbox of a request to the API. */
export const SANDBOX_HEADER = 'conmock-sandbox'

/** The options of a sandbox: those of `createMock` that are JSON. */
export interface SandboxOptions extends Omit<MockOptions, 'baseUrl' | 'handlers' | 'onRequest' | 'now'> {
  /**
   * Fixed time of the sandbox, in milliseconds since 1970.
   *
   * @default that of the server
   */
  readonly now?: number | undefined
}

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
