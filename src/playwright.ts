// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test'
import { convention } from './convention/convention.js'
import type {
  ExtendedMockOptions,
  ExtendedRemoteMock,
  ExtendedSandboxOptions,
} from './convention/extended-types.js'
import type { Expecting, MockOptions, RemoteMock, SandboxOptions } from './convention/types.js'
import { extendedApi } from './extension/extended-api.js'
import type { AnyExtension } from './extension/types.js'
import { conmock as createFixtures, type ConmockFixturesOf } from './integrations/playwright/conmock.js'
import type { OwnPlaywrightOptions } from './integrations/playwright/options.js'

/** Options of `conmock`. The options of `createMock` are also allowed. */
export interface PlaywrightOptions extends Omit<MockOptions, 'baseUrl'>, OwnPlaywrightOptions {}

/** Options of `conmock` with your own operations and collections. With `server`, the server must have the same. */
export interface ExtendedPlaywrightOptions<Extended extends AnyExtension>
  extends Omit<ExtendedMockOptions<Extended>, 'baseUrl'>, OwnPlaywrightOptions {}

/** The fixtures that `conmock` adds. */
export interface ConmockFixtures extends ConmockFixturesOf<Expecting<RemoteMock>, SandboxOptions> {}

/**
 * The fixtures that `conmock` adds, with your own operations and collections.
 *
 * @example
 * export const test = base.extend(conmock({ baseUrl: 'https://reg.example.com', extend: api }))
 */
export interface ExtendedFixtures<Extended extends AnyExtension> extends ConmockFixturesOf<
  Expecting<ExtendedRemoteMock<Extended>>,
  ExtendedSandboxOptions<Extended>
> {}

/**
 * Creates the fixtures for Playwright, with your own operations and collections.
 *
 * @throws InvalidOptionError and DataError Like without `extend`.
 */
export function conmock<const Extended extends AnyExtension>(
  options: ExtendedPlaywrightOptions<Extended>,
): Fixtures<ExtendedFixtures<Extended>, {}, PlaywrightTestArgs & PlaywrightTestOptions>
/**
 * Creates the fixtures for Playwright. The mock answers the requests of pages below `baseUrl`, in the process of the test or on
 * a running server. The report of a test that fails contains the request log of its mock.
 *
 * @throws InvalidOptionError For an unknown or invalid option, and without `baseUrl` and `server`.
 * @throws DataError For invalid data, with the JSON path of every problem.
 * @example
 * export const test = base.extend<ConmockFixtures>(conmock({ baseUrl: 'https://reg.example.com' }))
 */
export function conmock(
  options: PlaywrightOptions,
): Fixtures<ConmockFixtures, {}, PlaywrightTestArgs & PlaywrightTestOptions>
export function conmock(options: PlaywrightOptions & { readonly extend?: unknown }): object {
  return createFixtures(extendedApi(convention, options?.extend), options as object)
}

export type { RemoteMock, SandboxOptions } from './convention/types.js'
export { DataError, InvalidOptionError } from './common/errors.js'
