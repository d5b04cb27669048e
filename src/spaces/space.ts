import type { MockOptions } from '../mock/options.js'

/** The space that always exists. */
export const DEFAULT_SPACE = 'default'

/** Names the space of a request to the API. */
export const SPACE_HEADER = 'conmock-space'

/** The options of a space: those of `createMock` that are JSON. */
export interface SpaceOptions extends Omit<MockOptions, 'baseUrl' | 'handlers' | 'onRequest' | 'now'> {
  /**
   * Time of the space, in milliseconds since 1970. Its clock stands still.
   *
   * @default the option `now` of the server
   */
  readonly now?: number | undefined
}

/** A space of a server. */
export interface SpaceDescription {
  /** Name of the space. */
  readonly name: string
  /** Seconds since the last request to the space. */
  readonly idleSeconds: number
}
