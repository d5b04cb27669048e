// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
import { convention } from './convention/convention.js'
import { loadPacts } from './convention/load-pacts.js'
import type { ExtendedMock, ExtendedMockOptions } from './convention/extended-types.js'
import type { Expecting, Mock, MockOptions } from './convention/types.js'
import { extendedApi } from './extension/extended-api.js'
import type { AnyExtension } from './extension/types.js'
import {
  conmock as createPlugin,
  type ConmockPlugin,
  type VitestPluginOptions,
} from './integrations/vitest/plugin.js'
import {
  setupMock as setupMockOf,
  type MockSetupOf,
  type OwnSetupOptions,
} from './integrations/vitest/setup-mock.js'

/** Options of `setupMock`. The options of `createMock` are also allowed. */
export interface SetupOptions extends MockOptions, OwnSetupOptions {}

/** What `setupMock` returns. */
export interface MockSetup extends MockSetupOf<Expecting<Mock>> {}

/**
 * Like `setupMock`, with your own operations and collections.
 *
 * @throws InvalidOptionError and DataError Like without `extend`.
 */
export function setupMock<const Extended extends AnyExtension>(
  options: ExtendedMockOptions<Extended> & OwnSetupOptions,
): MockSetupOf<Expecting<ExtendedMock<Extended>>>
/**
 * Creates a mock for the tests of a file, with msw. Resets the mock and the handlers after each test. If a test fails, prints the
 * requests that the mock refused.
 *
 * @throws InvalidOptionError and DataError Like `createMock`.
 * @example
 * const { mock } = setupMock({ strict: true })
 */
export function setupMock(options?: SetupOptions): MockSetup
export function setupMock(options: SetupOptions & { readonly extend?: unknown } = {}): object {
  return setupMockOf(extendedApi(convention, options.extend), options as object)
}

/**
 * A vitest plugin. It prints the refused requests of each test that fails, and how to fix them. After the run, it prints which
 * cases of the API the tests have received. It merges the coverage of all mocks in all test files. In watch mode, it prints the
 * coverage when vitest ends.
 *
 * @throws InvalidOptionError For an unknown option, or a `min` that is not from 0 to 100.
 * @example
 * export default defineConfig({ plugins: [conmock({ coverage: { min: 50 } })] })
 */
export function conmock(options: VitestPluginOptions = {}): ConmockPlugin {
  const extend = options?.extend
  return createPlugin(extendedApi(convention, extend), () => loadPacts(extend), options)
}

export { forEachVariant, VariantError, type VariantOptions } from './testing/for-each-variant.js'
export {
  FaultError,
  forEachFault,
  type NamedFault,
  type FaultName,
  type PassedFault,
} from './testing/for-each-fault.js'
export type {
  Expecting,
  ForEachFaultOptions,
  PassedVariant,
  Variant,
  VariedAssumptions,
} from './convention/types.js'
export type { ConmockPlugin, CoverageOptions, VitestPluginOptions } from './integrations/vitest/plugin.js'
export type { PactOptions } from './pact/recording/recorded-file.js'
export { StrictError } from './testing/expectations.js'
export { InvalidOptionError } from './common/errors.js'
