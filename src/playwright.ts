// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import type { Fixtures, PlaywrightTestArgs, PlaywrightTestOptions } from '@playwright/test'
import { convention } from './convention/convention.js'
import type { Expecting, MockOptions, RemoteMock, SandboxOptions } from './convention/types.js'
import { extendedApi } from './extension/extended-api.js'
import type { AnyExtension } from './extension/types.js'
import { conmock as createFixtures, type ConmockFixturesOf } from './integrations/playwright/conmock.js'
import type { OwnPlaywrightOptions } from './integrations/playwright/options.js'

/** Options of `conmock`. The options of `createMock` are also allowed. */
export interface PlaywrightOptions extends Omit<MockOptions, 'baseUrl'>, OwnPlaywrightOptions {
  /** Your own operations and collections, of `extendApi()`. */
  readonly extend?: AnyExtension | undefined
}

/** The fixtures that `conmock` adds. */
export interface ConmockFixtures extends ConmockFixturesOf<Expecting<RemoteMock>, SandboxOptions> {}

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
): Fixtures<ConmockFixtures, {}, PlaywrightTestArgs & PlaywrightTestOptions> {
  return createFixtures(extendedApi(convention, options.extend), options as object) as object
}

export type { RemoteMock, SandboxOptions } from './convention/types.js'
export { DataError, InvalidOptionError } from './common/errors.js'
