import type { AssumptionName, MockOptions, Settings } from '../../../src/index.js'
import type { Client } from '../client.js'
import { type ListName } from '../../support/convention.js'

/** Creates a mock with the tested variant. */
export type Open = (options?: MockOptions) => Client

/** Fails if the responses do not agree with the variant. */
export type Check = (open: Open) => Promise<void>

/** The checks of a variant, by their descriptions. */
export type Checks = { readonly [what: string]: Check }

/** A variant as on the command line: the names of a choice, any string for numbers. */
type VariantText<Value> = Value extends string ? Value : string

/** The checks of all variants of some assumptions; for numbers, of some examples. */
export type VariantChecks<Name extends AssumptionName = AssumptionName> = {
  readonly [Each in Name]: { readonly [Variant in VariantText<Settings[Each]>]: Checks }
}

type Aspect<Name> = Name extends `roles.${infer Rest}` ? Rest : never

/** The checks of all variants of the assumptions about a list. */
export type ListChecks<Each extends Aspect<AssumptionName> = Aspect<AssumptionName>> = (list: ListName) => {
  readonly [Name in Each]: VariantChecks[`roles.${Name}`]
}
