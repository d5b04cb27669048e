import type { HttpHandler } from 'msw'
import type { ClientsById } from '../api/clients.js'
import type { TokenScopes } from '../api/credentials.js'
import type { AssumptionInput, Profile } from '../contract/assumptions.js'
import { InvalidOptionError } from '../contract/errors.js'
import { isObject, isPlainObject } from '../contract/plain-object.js'
import { isTime } from '../contract/iso-8601.js'
import { checkOptionNames } from '../contract/settings.js'
import type { WorldOptions } from '../dataset/scenarios.js'
import type { WorldDataInput } from '../dataset/data-file.js'
import type { Vary } from './vary.js'

/** What a mock is made from. Every option may be left out. */
export interface MockOptions extends WorldOptions {
  /** A world of your own, as `mock.export()` gives it, instead of a scenario. Checked against the document. */
  readonly data?: WorldDataInput | undefined
  /** Which values the assumptions have. Default `document`: what the document says, and no more. */
  readonly profile?: Profile | undefined
  /** Single assumptions, on top of the profile. */
  readonly assumptions?: AssumptionInput | undefined
  /**
   * The origin, and perhaps a path before `/api/v0`, that `mock.handlers` answer for: `https://reg.example.com`.
   * Default: any origin, no path before.
   */
  readonly baseUrl?: string | undefined
  /** Tokens of your own and their scopes, beside the ready-made ones. */
  readonly tokens?: TokenScopes | undefined
  /** Clients of the token endpoint (assumption `token.endpoint`), beside the ready-made `conmock`. */
  readonly clients?: ClientsById | undefined
  /**
   * Seconds until a token of the token endpoint expires, by the mock's clock: a whole number from 1 to 31,536,000.
   *
   * @default 3600
   * @throws InvalidOptionError For any other value.
   * @example
   * const mock = createMock({ profile: 'observed', tokenLifetime: 60 })
   * mock.clock.advance(61) // The next request gets 401.
   */
  readonly tokenLifetime?: number | undefined
  /**
   * The clock, in milliseconds since 1970: a function, or a moment at which time stands still. Tokens, cursors and the
   * rate limit go by it, and, when it is given, the dates of records that a test makes. The date must be in the years 0
   * to 9999.
   *
   * @default `Date.now`, looked up at each call
   * @throws InvalidOptionError For a time that no date can have. If a function gives it, where the time is needed.
   * @example
   * createMock({ now: Date.UTC(2026, 0, 31) })
   */
  readonly now?: (() => number) | number | undefined
  /** Whether an answer names the assumptions that it rests on, in a header `Conmock-Assumed`. Default `true`. */
  readonly assumedHeader?: boolean | undefined
  /**
   * `documented`: each answer takes one of the variants that the document allows, by the seed and the request's number,
   * and says which in `Conmock-Assumed`. What `assumptions` or `mock.assume()` choose does not vary. Default: none.
   */
  readonly vary?: Vary | undefined
  /** msw handlers of your own. They come before the API's, in `mock.handlers`, in `mock.fetch` and on the server. */
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

/** msw's handlers have a `run` in both of its majors. */
function areHandlers(value: unknown): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isObject(item) && 'run' in item)
}

/** What the options must be that nothing else would find out about. */
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
 * @param more Names that are options beside those of a mock.
 * @throws InvalidOptionError For an option that does not exist.
 */
export function checkNames(options: object, more: readonly string[] = []): void {
  checkOptionNames(options, [...Object.keys(known), ...more], 'data')
}

/**
 * Checks what no type checks.
 *
 * @throws InvalidOptionError For an option that does not exist, or that another one makes meaningless.
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

/** Where the API lies. */
export interface BaseUrl {
  readonly origin: string
  /** The path before `/api/v0`, without a slash at its end; empty for none. */
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
