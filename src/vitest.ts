export {
  forEachVariant,
  VariantError,
  type PassedVariant,
  type VariantOptions,
} from './coverage/for-each-variant.js'
export type { Variant, VariedAssumptions } from './coverage/plan-variants.js'
export { conmockLedger, type LedgerPlugin, type LedgerPluginOptions } from './vitest/ledger-plugin.js'
export { InvalidOptionError } from './common/errors.js'
