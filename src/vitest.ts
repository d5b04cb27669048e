export {
  forEachVariant,
  VariantError,
  type PassedVariant,
  type Variant,
  type VariantOptions,
  type VariedAssumptions,
} from './coverage/for-each-variant.js'
export { conmockLedger, type LedgerPlugin, type LedgerPluginOptions } from './vitest/ledger-plugin.js'
export { InvalidOptionError } from './common/errors.js'
