import {
  assumptions as registry,
  type AssumptionInput,
  type AssumptionName,
} from '../contract/assumptions.js'
import { OptionError } from '../contract/errors.js'
import { changedSettings, checkedName } from '../contract/settings.js'
import { formatValue, type Variants } from '../contract/variants.js'
import type { BareMock } from './create-mock.js'
import { pairwise } from './pairwise.js'
import { documentedNames } from './vary.js'

/**
 * The assumptions to vary: `documented`, all whose variants the document allows; `all`; names; or the values of each,
 * which is the way for those that take a number.
 */
export type VariedAssumptions =
  | 'documented'
  | 'all'
  | readonly AssumptionName[]
  | { readonly [Name in AssumptionName]?: readonly NonNullable<AssumptionInput[Name]>[] }

/** A choice of variants that a test is run with. */
export interface Variant {
  /** `roles.lastPage=absent, roles.empty=null`: what differs from the mock's own settings; `defaults` for nothing. */
  readonly name: string
  readonly assumptions: AssumptionInput
}

/** How a consumer's test is run over the variants. */
export interface VariantOptions<Mock extends BareMock> {
  /** The mock that the test talks to. It is reset before and after each run. */
  readonly mock: Mock
  /** Default `documented`. */
  readonly vary?: VariedAssumptions | undefined
}

/** The test fails with some variants. The message names them; `cause` is what the test threw first. */
export class VariantError extends Error {
  override readonly name = 'VariantError'
  /** The fewest variants that make the test fail, each alone: `roles.lastPage=absent`. */
  readonly variants: readonly string[]

  constructor(variants: readonly string[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(`fails when ${variants.join(', and when ')}: ${reason}`, { cause })
    this.variants = variants
  }
}

/** Values that stand for the many that an assumption with a number can have. */
function valuesOf(variants: Variants): readonly (string | number)[] {
  switch (variants.kind) {
    case 'choice':
      return variants.options
    case 'number':
      return variants.word === undefined ? [100, 1] : [variants.word, 60]
    case 'rate':
      return ['none']
  }
}

type Chosen = ReadonlyMap<AssumptionName, readonly unknown[]>

function chosenValues(vary: VariedAssumptions): Chosen {
  if (vary === 'documented') return chosenValues(documentedNames)
  if (vary === 'all') return chosenValues(Object.keys(registry) as AssumptionName[])
  if (typeof vary === 'string') {
    throw new OptionError(
      '"vary" must be "documented", "all", a list of assumptions, or an object with their values',
    )
  }
  const entries: (readonly [string, readonly unknown[]])[] = Array.isArray(vary)
    ? vary.map((name: string) => [name, valuesOf(registry[checkedName(name)].variants)] as const)
    : Object.entries(vary as object).map(([name, values]) => [name, values as readonly unknown[]] as const)
  for (const [name, values] of entries) {
    checkedName(name)
    if (!Array.isArray(values) || values.length === 0) {
      throw new OptionError(`"vary": the values of ${name} must be a list, and not an empty one`)
    }
  }
  return new Map(entries as [AssumptionName, readonly unknown[]][])
}

/** The variants of a run: what differs from the mock's settings, first nothing, then what else must meet. */
function variantsFor({ settings }: BareMock, vary: VariedAssumptions): Variant[] {
  const factors = [...chosenValues(vary)].map(([name, values]) => {
    const checked = values.map((value) => changedSettings(settings, { [name]: value })[name])
    const own = formatValue(settings[name])
    // The mock's own value first, so that the first row is the mock as it is.
    const others = checked.filter((value) => formatValue(value) !== own)
    return [name, checked.length === others.length ? others : [settings[name], ...others]] as const
  })
  return pairwise(Object.fromEntries(factors)).map((row) => {
    const differing = Object.entries(row).filter(
      ([name, value]) => formatValue(value as string) !== formatValue(settings[name as AssumptionName]),
    )
    const name = differing.map(([key, value]) => `${key}=${formatValue(value as string)}`).join(', ')
    return {
      name: name === '' ? 'defaults' : name,
      assumptions: Object.fromEntries(differing),
    }
  })
}

/** The variants of one assumption each that a variant consists of. */
function partsOf({ assumptions }: Variant): Variant[] {
  return Object.entries(assumptions).map(([name, value]) => ({
    name: `${name}=${formatValue(value as string)}`,
    assumptions: { [name]: value } as AssumptionInput,
  }))
}

/**
 * Runs a consumer's test over the variants of assumptions: every one of them, and any two of them together. When it
 * fails, it is run again to find the single variants that break it. For any test runner.
 *
 * @param test Gets the mock, set to the variant. May be async. It is run many times, and must clean up after itself.
 * @returns The variants that the test has passed.
 * @throws VariantError When the test fails with some of them. What the test throws with the mock as it is, is thrown
 *   as it is: then it is no matter of variants.
 * @throws OptionError For an assumption or a value that does not exist.
 * @example
 * await forEachVariant({ mock }, async () => {
 *   expect(await loadAllRoles()).toHaveLength(250)
 * })
 */
export async function forEachVariant<Mock extends BareMock>(
  options: VariantOptions<Mock>,
  test: (mock: Mock, variant: Variant) => unknown,
): Promise<readonly Variant[]> {
  const { mock, vary = 'documented' } = options
  await mock.reset()
  const variants = variantsFor(mock, vary)

  async function failureOf(variant: Variant): Promise<{ readonly cause: unknown } | undefined> {
    await mock.reset()
    try {
      mock.assume(variant.assumptions)
      await test(mock, variant)
      return undefined
    } catch (cause) {
      return { cause }
    } finally {
      await mock.reset()
    }
  }

  const failures: { readonly variant: Variant; readonly cause: unknown }[] = []
  for (const variant of variants) {
    const failure = await failureOf(variant)
    if (failure && variant.name === 'defaults') throw failure.cause
    if (failure) failures.push({ variant, ...failure })
  }
  if (failures.length === 0) return variants
  const guilty = new Map<string, unknown>()
  const innocent = new Set<string>()
  for (const { variant, cause } of failures) {
    const parts = partsOf(variant)
    for (const part of parts) {
      if (guilty.has(part.name) || innocent.has(part.name)) continue
      const failure = await failureOf(part)
      if (failure) guilty.set(part.name, failure.cause)
      else innocent.add(part.name)
    }
    // None of them alone: it takes them together.
    if (!parts.some(({ name }) => guilty.has(name)))
      guilty.set(parts.map(({ name }) => name).join(' with '), cause)
  }
  throw new VariantError([...guilty.keys()], [...guilty.values()][0])
}
