import type { HttpHandler } from 'msw'
import type { ClientsById } from '../api/clients.js'
import type { TokenScopes } from '../api/credentials.js'
import type { AssumptionInput, Profile } from '../contract/assumptions.js'
import { InvalidOptionError } from '../common/errors.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { isTime } from '../contract/iso-8601.js'
import { checkOptionNames } from '../common/option-names.js'
import type { WorldOptions } from '../dataset/scenarios.js'
import type { WorldDataInput } from '../dataset/data-file.js'
import type { Vary } from './vary.js'

/** Options of a mock. All are optional. */
export interface MockOptions extends WorldOptions {
  /**
   * Your own data instead of a scenario: partial records, or the result of `mock.export()`.
   *
   * @throws DataError If the data are not valid, with the JSON path of every problem.
   * @example
   * createMock({ data: { volunteers: [{ user: { id: '42' } }] } })
   */
  readonly data?: WorldDataInput | undefined
  /**
   * The defaults of the assumptions. `document` follows the API specification. `observed` follows what is known about the
   * real service.
   *
   * @default 'document'
   */
  readonly profile?: Profile | undefined
  /**
   * Values for single assumptions, instead of those of the profile.
   *
   * @example
   * createMock({ assumptions: { 'roles.pageSize': 25 } })
   */
  readonly assumptions?: AssumptionInput | undefined
  /**
   * Base URL of the API: an origin and optionally a path in front of `/api/v0`, for example `https://reg.example.com`.
   * `mock.handlers` only match requests below it.
   *
   * @default any origin, without a path in front of `/api/v0`
   */
  readonly baseUrl?: string | undefined
  /**
   * Your own tokens, in addition to the ready-made ones: the scopes of each, or its scopes and its lifetime in seconds.
   *
   * @example
   * createMock({ tokens: { 'my-token': ['user:read'], short: { scopes: ['user:read'], expiresIn: 60 } } })
   */
  readonly tokens?: TokenScopes | undefined
  /** Your own clients of the token endpoint (assumption `token.endpoint`), in addition to the ready-made `conmock`. */
  readonly clients?: ClientsById | undefined
  /**
   * Seconds until a token of the token endpoint expires, a whole number from 1 to 31,536,000. Uses the mock's clock.
   *
   * @default 3600
   * @throws InvalidOptionError For any other value.
   * @example
   * const mock = createMock({ profile: 'observed', tokenLifetime: 60 })
   * mock.clock.advance(61) // The next request gets 401.
   */
  readonly tokenLifetime?: number | undefined
  /**
   * The mock's clock: a function that returns milliseconds since 1970, or a number for a clock that stands still. Tokens,
   * cursors and the rate limit use it. If it is set, the dates of records that a test creates use it, too.
   *
   * @default Date.now
   * @throws InvalidOptionError For a time outside of the years 0 to 9999. The result of a function is checked at each call.
   * @example
   * createMock({ now: Date.UTC(2026, 0, 31) })
   */
  readonly now?: (() => number) | number | undefined
  /**
   * Whether responses have the header `Conmock-Assumed`, which lists the assumptions that they are based on.
   *
   * @default true
   */
  readonly assumedHeader?: boolean | undefined
  /**
   * `documented`: each response uses another variant that the API specification allows, and lists it in
   * `Conmock-Assumed`. The order depends on `seed`. Assumptions that `assumptions` or `mock.assume()` set do not vary.
   *
   * @default responses do not vary
   */
  readonly vary?: Vary | undefined
  /**
   * Your own msw handlers. They come first in `mock.handlers`, in `mock.fetch` and on the server.
   *
   * @default []
   */
  readonly handlers?: readonly HttpHandler[] | undefined
}

const known: Record<keyof MockOptions, true> = {
  seed: true,
  scenario: true,
  volunteers: true,
  roles: true,
  data: true,
  profile: true,
  assumptions: true,
  baseUrl: true,
  tokens: true,
  clients: true,
  tokenLifetime: true,
  now: true,
  assumedHeader: true,
  vary: true,
  handlers: true,
}

/** Handlers have a method `run` in msw 2 and msw 3. */
function areHandlers(value: unknown): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isObject(item) && 'run' in item)
}

/** The types of options that no other check covers. */
const kinds: { readonly [Name in keyof MockOptions]: { is: (value: unknown) => boolean; what: string } } = {
  assumptions: { is: isPlainObject, what: 'a plain object with the names of assumptions' },
  tokens: {
    is: isPlainObject,
    what: "a plain object with a list of scopes for each token: { mine: ['user:read'] }",
  },
  clients: {
    is: isPlainObject,
    what: "a plain object with the secret of each client: { mine: { secret: '…' } }",
  },
  now: {
    is: (value) => typeof value === 'function' || isTime(value),
    what: 'a number of milliseconds since 1970, of a date in the years 0 to 9999, or a function that gives one',
  },
  assumedHeader: { is: (value) => typeof value === 'boolean', what: 'true or false' },
  handlers: { is: areHandlers, what: 'a list of handlers of msw' },
  baseUrl: { is: (value) => typeof value === 'string', what: 'a text' },
}

/**
 * Checks the names of options.
 *
 * @param more Further allowed names.
 * @throws InvalidOptionError For an option that does not exist.
 */
export function checkNames(options: object, more: readonly string[] = []): void {
  checkOptionNames(options, [...Object.keys(known), ...more], 'data')
}

/**
 * Checks the names and types of options, because callers in plain JavaScript have no types.
 *
 * @throws InvalidOptionError If an option is unknown or has a wrong type, or if `data` excludes it.
 */
export function checkOptions(options: MockOptions): void {
  checkNames(options)
  for (const [name, { is, what }] of Object.entries(kinds)) {
    const value: unknown = options[name as keyof MockOptions]
    if (value !== undefined && !is(value)) throw new InvalidOptionError(`"${name}" must be ${what}`)
  }
  const idle = (['scenario', 'volunteers', 'roles'] as const).find((name) => options[name] !== undefined)
  if (options.data !== undefined && idle !== undefined) {
    throw new InvalidOptionError(
      `"data" is the whole world already, so "${idle}" means nothing; leave one of them out`,
    )
  }
}

export interface BaseUrl {
  readonly origin: string
  /** The path in front of `/api/v0`, without a slash at the end. May be empty. */
  readonly path: string
}

/** Reads the option `baseUrl`. */
export function readBaseUrl(text: string | undefined): BaseUrl | undefined {
  if (text === undefined) return undefined
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new InvalidOptionError(
      `baseUrl must be an absolute URL such as https://reg.example.com, but is "${text}"`,
    )
  }
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidOptionError(
      `baseUrl must be a http or https URL without query and fragment, but is "${text}"`,
    )
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (path.endsWith('/api/v0')) {
    throw new InvalidOptionError(
      `baseUrl must end before /api/v0, which belongs to the paths of the API, but is "${text}"`,
    )
  }
  return { origin: url.origin, path }
}
