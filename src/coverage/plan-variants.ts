import {
  assumptions as registry,
  documentedNames,
  type AssumptionInput,
  type AssumptionName,
  type Settings,
} from '../contract/assumptions.js'
import { InvalidOptionError } from '../common/errors.js'
import { isPlainObject } from '../common/plain-object.js'
import { changedSettings, checkedName } from '../contract/settings.js'
import { shown } from '../common/shown.js'
import { formatValue, type Variants } from '../contract/variants.js'
import type { Ledger } from './ledger.js'
import { pairwise } from './pairwise.js'

/**
 * The assumptions to vary.
 *
 * - `documented`: the assumptions whose variants the API specification allows
 * - `all`: every assumption
 * - a list of names
 * - an object with a list of values for each assumption: `{ 'roles.pageSize': [1, 25] }`
 */
export type VariedAssumptions =
  | 'documented'
  | 'all'
  | readonly AssumptionName[]
  | { readonly [Name in AssumptionName]?: readonly NonNullable<AssumptionInput[Name]>[] }

/** The members of a mock that `forEachVariant` uses. */
export interface TestedMock {
  readonly settings: Settings
  readonly assume: (assumptions: AssumptionInput) => void
  readonly ledger: () => Ledger
  readonly reset: () => Promise<void>
}

/** A combination of variants that a test runs with. */
export interface Variant {
  /** The values that differ from the mock's settings: `roles.lastPage=absent, roles.empty=null`, or `defaults`. */
  readonly name: string
  /** The same values, as `mock.assume()` takes them. */
  readonly assumptions: AssumptionInput
}

/** Returns the variants of an assumption, or for numbers a few examples. */
function exampleValues(variants: Variants): readonly (string | number)[] {
  switch (variants.kind) {
    case 'choice':
      return variants.options
    case 'number':
      return variants.word === undefined ? [100, 1] : [variants.word, 60]
    case 'rate':
      return ['none']
  }
}

function chosenValues(vary: VariedAssumptions): [AssumptionName, readonly unknown[]][] {
  if (vary === 'documented') return chosenValues(documentedNames)
  if (vary === 'all') return chosenValues(Object.keys(registry) as AssumptionName[])
  if (!Array.isArray(vary) && !isPlainObject(vary)) {
    throw new InvalidOptionError(
      '"vary" must be "documented", "all", a list of assumptions, or a plain object with their values',
    )
  }
  if (Array.isArray(vary)) {
    return vary.map((text: unknown) => {
      const name = checkedName(shown(text))
      return [name, exampleValues(registry[name].variants)]
    })
  }
  return Object.entries(vary).map(([text, values]: [string, unknown]) => {
    const name = checkedName(text)
    if (!Array.isArray(values) || values.length === 0 || values.includes(undefined)) {
      throw new InvalidOptionError(`"vary": the values of ${name} must be a non-empty list`)
    }
    return [name, values]
  })
}

/** Formats an assumption and its value as it is written on the command line. */
function formatChoice([name, value]: readonly [string, unknown]): string {
  return `${name}=${formatValue(value as Settings[AssumptionName])}`
}

/** Returns the variants of a run. The first has the mock's own settings. */
export function planVariants({ settings }: TestedMock, vary: VariedAssumptions): Variant[] {
  const factors = chosenValues(vary).map(([name, values]) => {
    const checked = values.map((value) => changedSettings(settings, { [name]: value })[name])
    // Each value once, and the mock's own value first, so that the first row has the mock's own settings.
    const byText = new Map([settings[name], ...checked].map((value) => [formatValue(value), value]))
    return [name, [...byText.values()]] as const
  })
  const own = new Set(Object.entries(settings).map(formatChoice))
  return pairwise(Object.fromEntries(factors)).map((row) => {
    const differing = Object.entries(row).filter((choice) => !own.has(formatChoice(choice)))
    return {
      name: differing.map(formatChoice).join(', ') || 'defaults',
      assumptions: Object.fromEntries(differing),
    }
  })
}

/** Splits a variant into variants with one assumption each. */
export function splitVariant({ assumptions }: Variant): Variant[] {
  return Object.entries(assumptions).map((choice) => ({
    name: formatChoice(choice),
    assumptions: Object.fromEntries([choice]),
  }))
}

/** Combines variants into one. */
export function combineVariants(parts: readonly Variant[]): Variant {
  return {
    name: parts.map(({ name }) => name).join(' with '),
    assumptions: Object.assign({}, ...parts.map(({ assumptions }) => assumptions)) as AssumptionInput,
  }
}

/** Returns the mock's own values of all assumptions that the variants change. */
export function ownValues({ settings }: TestedMock, variants: readonly Variant[]): AssumptionInput {
  const names = variants.flatMap(({ assumptions }) => Object.keys(assumptions) as AssumptionName[])
  return Object.fromEntries(names.map((name) => [name, settings[name]]))
}
