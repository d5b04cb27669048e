import * as z from 'zod/mini'
import {
  checkOptions,
  flag,
  httpUrl,
  optionsSchema,
  token,
  withoutCredentials,
} from '../../common/check-options.js'
import { InvalidOptionError } from '../../common/errors.js'
import { compiled, type CompiledApi } from '../../contract/compile.js'
import { createMockCore } from '../../mock/create-mock-core.js'
import { mockOptionSchemas, type MockOptions } from '../../mock/options.js'

/** Options of the fixtures, without those of the mock. */
export interface OwnPlaywrightOptions {
  /**
   * Base URL of the API that your app requests. The mock answers your pages' requests below it. If the pages themselves are
   * below it, only those to its `/api`.
   *
   * An origin, optionally with a path in front of `/api/v0`.
   *
   * @default `server`
   */
  readonly baseUrl?: string | undefined
  /**
   * URL of a running conmock server, on which each test gets its own sandbox.
   *
   * @default the mock runs in the test process
   */
  readonly server?: string | undefined
  /**
   * Whether to save the coverage in the folder `conmock-coverage`, for `conmock pact`.
   *
   * @default false
   */
  readonly coverage?: boolean | undefined
  /**
   * Whether a refused request that no `mock.requests.expect` covers, or an added fault that no request matches, fails the test.
   *
   * @default false
   */
  readonly strict?: boolean | undefined
  /** Admin token of `server` (`--admin-token`). */
  readonly adminToken?: string | undefined
}

export interface PlaywrightOptions extends MockOptions, OwnPlaywrightOptions {
  readonly baseUrl?: string | undefined
}

const schema = compiled((api) =>
  optionsSchema<PlaywrightOptions>({
    ...mockOptionSchemas(api),
    server: z.optional(httpUrl.check(withoutCredentials)),
    adminToken: z.optional(token),
    coverage: z.optional(flag),
    strict: z.optional(flag),
  }),
)

const MISSING =
  'is missing: set it to the base URL of the API, or set "server" (if that is an environment variable, it is not set)'

/** @throws InvalidOptionError If an option cannot be sent to a server. */
function checkSendable({ handlers, onRequest, now }: MockOptions): void {
  const isUnsendable = { handlers, onRequest, now: typeof now === 'function' ? now : undefined }
  const [name] = Object.entries(isUnsendable).find(([, value]) => value !== undefined) ?? []
  if (name === undefined) return
  throw new InvalidOptionError(
    `contains code, so it cannot be combined with "server"; ${name === 'onRequest' ? 'use mock.requests instead' : 'put it into the configuration file of the server'}`,
    name,
  )
}

export type CheckedOptions = ReturnType<typeof checkPlaywrightOptions>

/**
 * Checks the options of `conmock`.
 *
 * @throws InvalidOptionError and DataError Like `createMock`.
 */
export function checkPlaywrightOptions(api: CompiledApi, options: PlaywrightOptions) {
  checkOptions(schema(api), options)
  const { server, adminToken, coverage = false, strict = false, baseUrl = server, extend, ...mock } = options
  if (baseUrl === undefined) throw new InvalidOptionError(MISSING, 'baseUrl')
  if (server !== undefined) checkSendable(mock)
  else if (adminToken !== undefined) throw new InvalidOptionError('needs the option "server"', 'adminToken')
  // This is fast, because records are only generated when they are read.
  createMockCore(api, { ...mock, baseUrl })
  return {
    baseUrl,
    server: server === undefined ? undefined : { url: server, token: adminToken },
    coverage,
    strict,
    isExtended: extend !== undefined,
    mock,
  }
}
