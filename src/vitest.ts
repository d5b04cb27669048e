export {
  forEachVariant,
  VariantError,
  type PassedVariant,
  type VariantOptions,
} from './mock/for-each-variant.js'
export type { Variant, VariedAssumptions } from './mock/chosen-variants.js'
export { conmockLedger, type LedgerPlugin, type LedgerPluginOptions } from './vitest/ledger-plugin.js'
export { InvalidOptionError } from './contract/errors.js'
