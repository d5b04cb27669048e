import type { ListName } from '../../../src/contract/assumptions.js'
import type { AssumptionName, MockOptions, Settings } from '../../../src/index.js'
import type { Client } from '../client.js'
import type { Transport } from '../transports.js'

/** Opens a connection to a mock that has the variant in question. */
export type Open = (options?: MockOptions) => Promise<Client>

/** Fails when the answers are not what a variant asks for. */
export type Check = (open: Open, transport: Transport) => Promise<void>

/** What is checked of a variant, in words. */
export type Checks = { readonly [what: string]: Check }

/** A variant as the command line writes it; the names of all, where there are names. */
type Written<Value> = Value extends string ? Value : string

/** The checks of every variant of some assumptions; of those with numbers, of a few. */
export type VariantChecks<Name extends AssumptionName = AssumptionName> = {
  readonly [Each in Name]: { readonly [Variant in Written<Settings[Each]>]: Checks }
}

type Aspect<Name> = Name extends `roles.${infer Rest}` ? Rest : never

/** The checks of every variant of what is assumed about a list. */
export type ListChecks<Each extends Aspect<AssumptionName> = Aspect<AssumptionName>> = (list: ListName) => {
  readonly [Name in Each]: VariantChecks[`roles.${Name}`]
}
