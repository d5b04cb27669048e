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
import type { MockCore } from '../../mock/mock-core.js'
import { apiBaseUrl, extensionSchema, type MockOptions } from '../../mock/options.js'
import type { PactApi } from '../parts/pact-api.js'
import type { Fixtures } from '../states/definition.js'
import { isStateHandler, type StateHandlers } from '../states/state-runner.js'
import type { ClientCredentials } from './client-credentials.js'
import type { ServiceOptions } from './target.js'
import type { ServiceTokensOf } from './tokens.js'

/** The types of an API in the options of a verification. */
interface VerifyTypes {
  readonly service: object
  readonly mock: object
  readonly states: object
}

/** Options of `verifyPacts`. @typeParam Types The types of the API. */
export interface VerifyOptionsOf<Types extends VerifyTypes> {
  /** Files, folders and glob patterns. @default `'pacts'` */
  readonly pacts?: string | readonly string[] | undefined
  /** Name of the provider. Optional if all pacts have the same. */
  readonly provider?: string | undefined
  /** The real service to verify. @default the mock */
  readonly against?: Types['service'] | undefined
  /**
   * The mock to verify, or its options. It is reset before each interaction, so do not share it. Its handlers do
   * not answer.
   *
   * @default a new mock
   */
  readonly mock?: Types['mock'] | undefined
  /** Your provider states by name. They override those of conmock. @default {} */
  readonly states?: Types['states'] | undefined
  /**
   * `'assumed'` fails an interaction whose response depends on an assumption of the mock.
   *
   * @default assumptions are allowed
   */
  readonly failOn?: 'assumed' | undefined
  /**
   * Maximum number of interactions skipped because a real service lacks their states.
   *
   * @default any number, but not everything of an operation that only reads
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
  /**
   * Your own operations and collections.
   *
   * @default none
   */
  readonly extend?: object | undefined
}

export interface VerifyOptions extends VerifyOptionsOf<{
  readonly service: ServiceOptions
  readonly mock: MockOptions | MockCore
  readonly states: StateHandlers
}> {}

const SECONDS = 'must be a number of seconds above 0, at most 86400'
const seconds = z.number(SECONDS).check(z.positive(SECONDS), z.maximum(86_400, SECONDS))

const MAX_SKIPPED = 'must be a whole number, at least 0'

/** Creates the schema of the options for a real service. */
export function createServiceSchema({ api, fixtures }: Pick<PactApi, 'api' | 'fixtures'>) {
  const tokenNames = [...api.scopes, 'expired']
  return optionsSchema<ServiceOptions>(
    {
      url: apiBaseUrl(api).check(withoutCredentials),
      tokens: z.optional(
        optionsSchema<ServiceTokensOf<string>>(
          Object.fromEntries(tokenNames.map((name) => [name, z.optional(token)])),
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
      fixtures: z.optional(optionsSchema<Fixtures>(fixtures)),
    },
    'must be an object with the url of the service',
  )
}

function createVerifySchema(pacts: PactApi) {
  return optionsSchema<VerifyOptions>({
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
    against: z.optional(createServiceSchema(pacts)),
    extend: extensionSchema,
    failOn: z.optional(z.literal('assumed', 'must be "assumed"')),
    maxSkipped: z.optional(z.int(MAX_SKIPPED).check(z.minimum(0, MAX_SKIPPED))),
  })
}

export function checkVerifyOptions(pacts: PactApi, options: VerifyOptions): void {
  checkOptions(createVerifySchema(pacts), options)
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
