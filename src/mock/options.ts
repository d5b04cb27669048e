import type { AnyHandler } from 'msw'
import * as z from 'zod/mini'
import { furtherScopesSchema, type TokenScopes } from '../api/credentials.js'
import { EXTENSION } from '../contract/api.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import type { AssumptionInput } from '../contract/assumption.js'
import { profiles, type Profile } from '../contract/settings.js'
import {
  checkOptions,
  httpUrl,
  oneOf,
  optional,
  optionsSchema,
  wholeNumber,
} from '../common/check-options.js'
import { InvalidOptionError } from '../common/errors.js'
import { isObject, isPlainObject } from '../common/plain-object.js'
import { isTime } from '../contract/time.js'
import { profileFileSchema, type ProfileFile } from '../contract/profile-file.js'
import { seedSchema } from '../dataset/build.js'
import { MAX_RECORDS } from '../dataset/kinds.js'
import { areHandlers } from './custom-handlers.js'
import { faultSchema, type Fault } from './fault.js'
import { MAX_CAPACITY } from './request-log.js'
import type { RequestEntry } from './request-entry.js'

/** The types of an API that the options of a mock have. */
interface OptionTypes {
  readonly assumptions: object
  readonly tokens: object
  readonly fault: object
  readonly entry: object
}

/** Options of a mock, without those for its records. All are optional. @typeParam Types The types of the API. */
export interface MockOptionsOf<Types extends OptionTypes> {
  /**
   * Seed of the generated records and random delays, a whole number from 0 to 2^53 - 1.
   *
   * @default 1
   */
  readonly seed?: number | undefined
  /**
   * Values of all assumptions: `spec`, `reported`, or a file of `conmock probe --out`.
   *
   * `spec` follows the API specification. `reported` follows what is known about the real service.
   *
   * @default 'spec'
   * @example
   * import profile from './conmock.profile.json' with { type: 'json' }
   * createMock({ profile })
   */
  readonly profile?: Profile | ProfileFile | undefined
  /**
   * Values of single assumptions. They override the profile.
   *
   * @default {}
   * @throws InvalidOptionError For an unknown assumption or variant.
   * @example
   * createMock({ assumptions: { 'roles.pageSize': 25 } })
   */
  readonly assumptions?: Types['assumptions'] | undefined
  /**
   * Base URL of the API: an origin, optionally with a path. `mock.handlers` only match requests below it.
   *
   * The path is the one in front of `/api/v0`.
   *
   * @default any origin
   * @throws InvalidOptionError If it is not an `http` or `https` URL, or ends with `/api/v0`.
   * @example
   * createMock({ baseUrl: 'https://reg.example.com' })
   */
  readonly baseUrl?: string | undefined
  /**
   * More tokens: the scopes of each, or its scopes and its lifetime in seconds.
   *
   * Known scopes: those of the operations, such as `user:read`, and those of the option `scopes`.
   *
   * @default {}
   * @throws InvalidOptionError For an unknown scope, an invalid token, or the name of a built-in token.
   * @example
   * createMock({ tokens: { 'my-token': ['user:read'], short: { scopes: ['user:read'], expiresIn: 60 } } })
   */
  readonly tokens?: Types['tokens'] | undefined
  /**
   * More scopes that tokens may have, besides those of the operations. Each has a built-in token: `mock-order-view`.
   *
   * The built-in token `mock-all-scopes` has all of them as well.
   *
   * @default []
   * @throws InvalidOptionError For the scope of an operation, or the name of a built-in token.
   * @example
   * createMock({ scopes: ['order:view'] })
   */
  readonly scopes?: readonly string[] | undefined
  /**
   * The mock's clock, in milliseconds since 1970: a number for a fixed clock, or a function.
   *
   * Tokens use it. If you set it, so do the dates of records you create.
   *
   * @default Date.now
   * @throws InvalidOptionError For a time outside of the years 0 to 9999. The result of a function is checked at each call.
   * @example
   * createMock({ now: Date.UTC(2026, 0, 31) })
   */
  readonly now?: (() => number) | number | undefined
  /**
   * Your msw handlers, for requests to anything but the operations of this API.
   *
   * They come first in `mock.handlers`, in `mock.fetch` and on the server. WebSockets need `mock.handlers`. For your own
   * operations, use `extendApi()`.
   *
   * @default []
   * @example
   * createMock({ handlers: [http.get('https://cdn.example.com/*', () => passthrough())] })
   */
  readonly handlers?: readonly AnyHandler[] | undefined
  /**
   * Faults from the start. `mock.reset()` brings them back.
   *
   * @default []
   * @throws InvalidOptionError Like `mock.faults.add`, with the place of the fault.
   * @example
   * createMock({ faults: [{ operation: 'listRoles', when: { first: 1 }, effect: { status: 503 } }] })
   */
  readonly faults?: readonly Types['fault'][] | undefined
  /**
   * Maximum number of entries in the request log, from 0 to 100,000. 0 turns it off.
   *
   * @default 1000
   */
  readonly requestLogSize?: number | undefined
  /** Called with the entry of each answered request. */
  readonly onRequest?: ((entry: Types['entry']) => void) | undefined
}

/** Options of a mock of any API. */
export interface MockOptions extends MockOptionsOf<{
  readonly assumptions: AssumptionInput
  readonly tokens: TokenScopes
  readonly fault: Fault
  readonly entry: RequestEntry
}> {
  /** The name of built-in data, or records. */
  readonly data?: string | object | undefined
  /** What a team adds to the API. The entries have added it. */
  readonly extend?: object | undefined
}

/** Returns the options for the numbers of records that are given. Their names depend on the API. */
function countsIn({ countOptions }: CompiledApi, options: MockOptions): string[] {
  const all = options as { readonly [name: string]: unknown }
  return Object.keys(countOptions).filter((name) => all[name] !== undefined)
}

/** A schema for the base URL of the API: without a query, a fragment and the path of the API. */
export const apiBaseUrl = compiled(({ prefix }) =>
  httpUrl.check(
    z.refine(
      (url) => !new URL(url).pathname.replace(/\/+$/, '').endsWith(prefix),
      `must end before ${prefix}, because the paths of the API start with ${prefix}`,
    ),
  ),
)

/** Whether a value is what `extendApi` returns. */
export function isExtension(value: unknown): value is object {
  return isObject(value) && EXTENSION in value
}

/** The schema of the option `extend`. */
export const extensionSchema = optional(isExtension, 'what extendApi() returns')

const countSchema = z.optional(wholeNumber(0, MAX_RECORDS))

/**
 * The schemas of the options, for `createMock`, servers, sandboxes, and fixtures. The
 * tables of assumptions and tokens check the members of these options.
 */
export const mockOptionSchemas = compiled((api): Readonly<Record<keyof MockOptions, z.ZodMiniType>> => ({
  seed: z.optional(seedSchema),
  // `parseData` checks records.
  data: z.optional(
    z.union([oneOf(Object.keys(api.builtInData)), z.custom((value) => typeof value !== 'string')]),
  ),
  ...Object.fromEntries(Object.keys(api.countOptions).map((name) => [name, countSchema])),
  profile: z.optional(z.union([oneOf(profiles), profileFileSchema])),
  // Any names and values are valid here. The known names are for "did you mean".
  assumptions: z.optional(
    z.pipe(
      z.custom(isPlainObject, 'must be a plain object with the names of assumptions'),
      z.looseObject(Object.fromEntries(api.assumptionNames.map((name) => [name, z.optional(z.unknown())]))),
    ),
  ),
  baseUrl: z.optional(apiBaseUrl(api)),
  tokens: optional(
    isPlainObject,
    `a plain object with a list of scopes for each token: { mine: ['${api.exampleOperation.scope}'] }`,
  ),
  scopes: z.optional(furtherScopesSchema(api)),
  now: optional(
    (value) => typeof value === 'function' || isTime(value),
    'a number of milliseconds since 1970, for a date in the years 0 to 9999, or a function that returns one',
  ),
  handlers: optional(
    areHandlers,
    'a list of handlers of msw; for operations of your own, use extendApi() and the option extend',
  ),
  faults: z.optional(z.array(faultSchema(api), 'must be a list of faults')),
  extend: extensionSchema,
  requestLogSize: z.optional(wholeNumber(0, MAX_CAPACITY)),
  onRequest: optional((value) => typeof value === 'function', 'a function'),
}))

/** Returns options without those for the records that other options replace: `data` replaces all, and a number own records. */
export function withoutReplaced<Options extends MockOptions>(
  api: CompiledApi,
  options: Options,
  by: MockOptions,
): Options {
  const replaced = by.data === undefined ? [] : ['data', ...Object.keys(api.countOptions)]
  if (typeof options.data === 'object' && countsIn(api, by).length > 0) replaced.push('data')
  return Object.fromEntries(Object.entries(options).filter(([name]) => !replaced.includes(name))) as Options
}

const optionSchema = compiled((api) => optionsSchema<MockOptions>(mockOptionSchemas(api)))

/**
 * Checks the options of a mock.
 *
 * @throws InvalidOptionError If an option is unknown or has a wrong type, or if own records exclude it.
 */
export function checkMockOptions(api: CompiledApi, options: MockOptions): void {
  checkOptions(optionSchema(api), options)
  if (typeof options.data !== 'object') return
  const [excluded] = countsIn(api, options)
  if (excluded === undefined) return
  throw new InvalidOptionError(
    'cannot be combined with your own records in "data"; remove one of them',
    excluded,
  )
}

/** Parses the option `baseUrl`. The path is the one in front of `/api/v0`, without a slash at the end. May be empty. */
export function readBaseUrl(
  text: string | undefined,
): { readonly origin: string; readonly path: string } | undefined {
  if (text === undefined) return undefined
  const { origin, pathname } = new URL(text)
  return { origin, path: pathname.replace(/\/+$/, '') }
}
