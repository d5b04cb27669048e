import type { AssumptionName } from '../contract/assumptions.js'
import { InvalidOptionError } from '../contract/errors.js'
import { checkOptionNames } from '../contract/settings.js'
import { formatValue } from '../contract/variants.js'
import {
  partsOf,
  together,
  usualValues,
  variantsFor,
  type Variant,
  type VariedAssumptions,
} from './chosen-variants.js'
import type { MockCore } from './create-mock.js'
import type { Ledger } from './ledger.js'

/** A variant that a test has passed. */
export interface PassedVariant extends Variant {
  /** What of it no answer rested on, so that nothing was tested: `roles.empty=null`, where there were roles. */
  readonly unexercised: readonly string[]
}

/** How a consumer's test is run over the variants. */
export interface VariantOptions<Mock extends MockCore> {
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

  /** @param failures What the test threw, by the variants that made it fail. */
  constructor(failures: ReadonlyMap<string, unknown>) {
    const reasons = [...failures].map(([name, cause]) => {
      return `when ${name}: ${cause instanceof Error ? cause.message : String(cause)}`
    })
    super(`fails ${reasons.join('; and ')}`, { cause: [...failures.values()][0] })
    this.variants = [...failures.keys()]
  }
}

const optionNames = ['mock', 'vary'] satisfies (keyof VariantOptions<MockCore>)[]

/** What no type checks for a caller in plain JavaScript. */
function checkedOptions<Mock extends MockCore>(
  options: VariantOptions<Mock>,
  test: unknown,
): VariantOptions<Mock> {
  checkOptionNames(options, optionNames)
  if (typeof (options as Partial<VariantOptions<Mock>> | undefined)?.mock?.assume !== 'function') {
    throw new InvalidOptionError('"mock" must be what createMock() returned: forEachVariant({ mock }, test)')
  }
  if (typeof test !== 'function')
    throw new InvalidOptionError('the test must be a function: forEachVariant({ mock }, test)')
  return options
}

/**
 * Runs a consumer's test over the variants of assumptions: every one of them, and any two of them together. When it
 * fails, it is run again to find the single variants that break it. For any test runner.
 *
 * @param test Gets the mock, set to the variant. May be async. It is run many times, and must clean up after itself.
 * @returns The variants that the test has passed, and what of each it has not met.
 * @throws VariantError When the test fails with some of them. What the test throws with the mock as it is, is thrown
 *   as it is: then it is no matter of variants.
 * @throws InvalidOptionError For an assumption or a value that does not exist.
 * @example
 * await forEachVariant({ mock }, async () => {
 *   expect(await loadAllRoles()).toHaveLength(250)
 * })
 */
export async function forEachVariant<Mock extends MockCore>(
  options: VariantOptions<Mock>,
  test: (mock: Mock, variant: Variant) => unknown,
): Promise<readonly PassedVariant[]> {
  const { mock, vary = 'documented' } = checkedOptions(options, test)
  await mock.reset()
  const variants = variantsFor(mock, vary)
  const usual = usualValues(mock, variants)

  /** The values that answers have rested on, counted. */
  function counts(): Ledger['assumptions'] {
    return mock.ledger().assumptions
  }

  function unexercisedIn(variant: Variant, before: Ledger['assumptions']): string[] {
    const after = counts()
    return Object.entries(variant.assumptions).flatMap(([key, chosen]) => {
      const [name, value] = [key as AssumptionName, formatValue(chosen as string)]
      return (after[name]?.[value] ?? 0) > (before[name]?.[value] ?? 0) ? [] : [`${name}=${value}`]
    })
  }

  async function failureOf(variant: Variant): Promise<{ readonly cause: unknown } | undefined> {
    await mock.reset()
    try {
      // The others as well, for a mock may vary its answers by itself.
      mock.assume({ ...usual, ...variant.assumptions })
      await test(mock, variant)
      return undefined
    } catch (cause) {
      return { cause }
    } finally {
      await mock.reset()
    }
  }

  const failures: { readonly variant: Variant; readonly cause: unknown }[] = []
  const passed: PassedVariant[] = []
  for (const variant of variants) {
    const before = counts()
    const failure = await failureOf(variant)
    if (!failure) passed.push({ ...variant, unexercised: unexercisedIn(variant, before) })
    if (failure && variant.name === 'defaults') throw failure.cause
    if (failure) failures.push({ variant, ...failure })
  }
  if (failures.length === 0) return passed
  const guilty = new Map<string, unknown>()
  const tried = new Map<string, { readonly cause: unknown } | undefined>()

  async function again(parts: readonly Variant[]): Promise<{ readonly cause: unknown } | undefined> {
    const variant = together(parts)
    if (!tried.has(variant.name)) tried.set(variant.name, await failureOf(variant))
    return tried.get(variant.name)
  }

  for (const { variant, cause } of failures) {
    const parts = partsOf(variant)
    for (const part of parts) {
      const failure = await again([part])
      if (failure) guilty.set(part.name, failure.cause)
    }
    // What is left of those that are guilty alone may still fail: then it takes some of them together.
    let rest = parts.filter(({ name }) => !guilty.has(name))
    let failure = rest.length > 1 ? await again(rest) : undefined
    if (!failure && rest.length === parts.length) guilty.set(together(parts).name, cause)
    if (!failure) continue
    for (const part of rest) {
      const fewer = rest.filter((other) => other !== part)
      const still = await again(fewer)
      if (still) [rest, failure] = [fewer, still]
    }
    guilty.set(together(rest).name, failure.cause)
  }
  throw new VariantError(guilty)
}
