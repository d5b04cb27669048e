import * as z from 'zod/mini'
import {
  checkOptions,
  flag,
  httpUrl,
  optional,
  optionsSchema,
  text,
  token,
  withoutCredentials,
} from '../../common/check-options.js'
import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { scopes } from '../../convention/scopes.js'
import type { MockCore } from '../../mock/mock-core.js'
import { apiBaseUrl, type MockOptions } from '../../mock/options.js'
import { fixturesSchema } from '../../convention/volunteer/fixtures.js'
import { isStateHandler, type StateHandlers } from '../states/state-runner.js'
import type { ClientCredentials } from './client-credentials.js'
import type { ServiceOptions } from './target.js'
import type { ServiceTokens } from './tokens.js'

/** Options of `verifyPacts`. */
export interface VerifyOptions {
  /** Files, folders and glob patterns. @default `'pacts'` */
  readonly pacts?: string | readonly string[] | undefined
  /** Name of the provider. Optional if all pacts have the same. */
  readonly provider?: string | undefined
  /** The real service to verify. @default the mock */
  readonly against?: ServiceOptions | undefined
  /**
   * The mock to verify, or its options. It is reset before each interaction, so do not share it. Its handlers do
   * not answer.
   *
   * @default a new mock
   */
  readonly mock?: MockOptions | MockCore | undefined
  /** Your provider states by name. They override those of conmock. @default {} */
  readonly states?: StateHandlers | undefined
  /**
   * `'assumed'` fails an interaction whose response depends on an assumption of the mock.
   *
   * @default assumptions are allowed
   */
  readonly failOn?: 'assumed' | undefined
  /**
   * Maximum number of interactions that are skipped because a real service lacks their states.
   *
   * @default any number, but not all that need records of an operation
   */
  readonly maxSkipped?: number | undefined
  /**
   * Whether the report has the values of responses, or only their type and length.
   *
   * @default true only for the mock
   */
  readonly showValues?: boolean | undefined
  /** Time limit of the run, in seconds. @default 120 */
  readonly timeout?: number | undefined
  /** Time limit for a response of the real service, in seconds. @default 4 */
  readonly requestTimeout?: number | undefined
}

const SECONDS = 'must be a number of seconds above 0, at most 86400'
const seconds = z.number(SECONDS).check(z.positive(SECONDS), z.maximum(86_400, SECONDS))

const MAX_SKIPPED = 'must be a whole number, at least 0'

export const serviceSchema = optionsSchema<ServiceOptions>(
  {
    url: apiBaseUrl.check(withoutCredentials),
    tokens: z.optional(
      optionsSchema<ServiceTokens>(
        Object.fromEntries([...scopes, 'expired'].map((name) => [name, z.optional(token)])) as never,
      ),
    ),
    clientCredentials: z.optional(
      optionsSchema<ClientCredentials>({
        tokenUrl: httpUrl.check(withoutCredentials),
        clientId: text,
        clientSecret: text,
        authentication: z.optional(z.enum(['post', 'basic'], 'must be "post" or "basic"')),
      }),
    ),
    fixtures: z.optional(fixturesSchema),
  },
  'must be an object with the url of the service',
)

const verifySchema = optionsSchema<VerifyOptions>({
  pacts: z.optional(
    z.union(
      [z.string(), z.array(z.string())],
      'must be the name of a file or folder, a glob pattern, or a list of these',
    ),
  ),
  provider: z.optional(text),
  // The mock checks its own options.
  mock: optional(isPlainObject, 'a mock, or the options for one'),
  states: z.optional(
    z.record(
      z.string(),
      z.custom(isStateHandler, 'must be a function, { setup, teardown } or a state of conmock'),
      'must be an object with provider states by name',
    ),
  ),
  showValues: z.optional(flag),
  timeout: z.optional(seconds),
  requestTimeout: z.optional(seconds),
  against: z.optional(serviceSchema),
  failOn: z.optional(z.literal('assumed', 'must be "assumed"')),
  maxSkipped: z.optional(z.int(MAX_SKIPPED).check(z.minimum(0, MAX_SKIPPED))),
})

export function checkVerifyOptions(options: VerifyOptions): void {
  checkOptions(verifySchema, options)
  const { against, mock, failOn, maxSkipped, requestTimeout } = options
  if (!against) {
    if (maxSkipped !== undefined)
      throw new InvalidOptionError('needs "against": with the mock, nothing is skipped', 'maxSkipped')
    if (requestTimeout !== undefined)
      throw new InvalidOptionError('needs "against": it is only for a real service', 'requestTimeout')
    return
  }
  if (mock) throw new InvalidOptionError('cannot be combined with "against"; remove one of them', 'mock')
  if (failOn) throw new InvalidOptionError('is only for the mock; remove it, or "against"', 'failOn')
}
