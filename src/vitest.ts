export {
  forEachVariant,
  VariantError,
  type Variant,
  type VariantOptions,
  type VariedAssumptions,
} from './mock/for-each-variant.js'
export { conmockLedger, type LedgerPlugin, type LedgerPluginOptions } from './vitest/ledger-plugin.js'
export { OptionError } from './contract/errors.js'
