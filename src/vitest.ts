// First, because the other modules may not load in an old version of Node.
import './common/check-node.js'
export {
  forEachVariant,
  VariantError,
  type PassedVariant,
  type Variant,
  type VariantOptions,
  type VariedAssumptions,
} from './coverage/for-each-variant.js'
export {
  FaultError,
  forEachFault,
  type ForEachFaultOptions,
  type Hazard,
  type HazardName,
  type PassedHazard,
} from './mock/for-each-fault.js'
export {
  conmock,
  type VitestPluginOptions,
  type ConmockPlugin,
  type CoverageOptions,
} from './integrations/vitest/plugin.js'
export type { PactOptions } from './pact/recording/recorded-file.js'
export { setupMock, type MockSetup, type SetupOptions } from './integrations/vitest/setup-mock.js'
export { StrictError, type ExpectedRequests, type Expecting } from './mock/expectations.js'
export { InvalidOptionError } from './common/errors.js'
