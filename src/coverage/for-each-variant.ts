import type { AssumptionName } from '../contract/assumptions.js'
import { InvalidOptionError } from '../common/errors.js'
import { checkOptionNames } from '../common/option-names.js'
import { formatValue } from '../contract/variants.js'
import {
  combineVariants,
  ownValues,
  planVariants,
  splitVariant,
  type TestedMock,
  type Variant,
  type VariedAssumptions,
} from './plan-variants.js'
import type { Ledger } from './ledger.js'

/** A variant that a test has passed. */
export interface PassedVariant extends Variant {
  /** Values that no response depended on, so the run did not test them: `roles.empty=null` if there were roles. */
  readonly unexercised: readonly string[]
}

/** Options of `forEachVariant`. */
export interface VariantOptions<Mock extends TestedMock> {
  /** The mock that the test uses. It is reset before and after each run. */
  readonly mock: Mock
  /**
   * The assumptions to vary.
   *
   * @default 'documented'
   */
  readonly vary?: VariedAssumptions | undefined
}

/** A test fails with some variants. The message lists them. `cause` is the first error of the test. */
export class VariantError extends Error {
  override readonly name = 'VariantError'
  /** The smallest combinations of values with which the test fails, for example `roles.lastPage=absent`. */
  readonly variants: readonly string[]

  /** @param failures The errors of the test, by variant. */
  constructor(failures: ReadonlyMap<string, unknown>) {
    const reasons = [...failures].map(([name, cause]) => {
      return `when ${name}: ${cause instanceof Error ? cause.message : String(cause)}`
    })
    super(`fails ${reasons.join('; and ')}`, { cause: [...failures.values()][0] })
    this.variants = [...failures.keys()]
  }
}

const optionNames = ['mock', 'vary'] satisfies (keyof VariantOptions<TestedMock>)[]

/** Checks the arguments, because callers in plain JavaScript have no types. */
function checkedOptions<Mock extends TestedMock>(
  options: VariantOptions<Mock>,
  test: unknown,
): VariantOptions<Mock> {
  checkOptionNames(options, optionNames)
  if (typeof (options as Partial<VariantOptions<Mock>> | undefined)?.mock?.assume !== 'function') {
    throw new InvalidOptionError('"mock" must be the result of createMock(): forEachVariant({ mock }, test)')
  }
  if (typeof test !== 'function')
    throw new InvalidOptionError('the test must be a function: forEachVariant({ mock }, test)')
  return options
}

/**
 * Runs a test with many variants of the assumptions, so that every pair of values occurs at least once. If the test
 * fails, it runs again to find the values that cause the failure. Works with any test runner.
 *
 * @param test Receives the mock with the variant. May be async. It runs several times, so it must clean up after itself.
 * @returns The variants that the test has passed.
 * @throws VariantError If the test fails with some variants only. If it already fails with the mock's own settings, its
 *   own error is thrown.
 * @throws InvalidOptionError For an unknown assumption or variant.
 * @example
 * await forEachVariant({ mock }, async () => {
 *   expect(await loadAllRoles()).toHaveLength(250)
 * })
 */
export async function forEachVariant<Mock extends TestedMock>(
  options: VariantOptions<Mock>,
  test: (mock: Mock, variant: Variant) => unknown,
): Promise<readonly PassedVariant[]> {
  const { mock, vary = 'documented' } = checkedOptions(options, test)
  await mock.reset()
  const variants = planVariants(mock, vary)
  const own = ownValues(mock, variants)

  function assumptionCounts(): Ledger['assumptions'] {
    return mock.ledger().assumptions
  }

  function unexercisedIn(variant: Variant, before: Ledger['assumptions']): string[] {
    const after = assumptionCounts()
    return Object.entries(variant.assumptions).flatMap(([key, chosen]) => {
      const [name, value] = [key as AssumptionName, formatValue(chosen as string)]
      return (after[name]?.[value] ?? 0) > (before[name]?.[value] ?? 0) ? [] : [`${name}=${value}`]
    })
  }

  async function failureOf(variant: Variant): Promise<{ readonly cause: unknown } | undefined> {
    await mock.reset()
    try {
      // All values are set, because the mock may have the option `vary`.
      mock.assume({ ...own, ...variant.assumptions })
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
    const before = assumptionCounts()
    const failure = await failureOf(variant)
    if (!failure) passed.push({ ...variant, unexercised: unexercisedIn(variant, before) })
    if (failure && variant.name === 'defaults') throw failure.cause
    if (failure) failures.push({ variant, ...failure })
  }
  if (failures.length === 0) return passed
  const causes = new Map<string, unknown>()
  const tried = new Map<string, { readonly cause: unknown } | undefined>()

  async function retry(parts: readonly Variant[]): Promise<{ readonly cause: unknown } | undefined> {
    const variant = combineVariants(parts)
    if (!tried.has(variant.name)) tried.set(variant.name, await failureOf(variant))
    return tried.get(variant.name)
  }

  for (const { variant, cause } of failures) {
    const parts = splitVariant(variant)
    for (const part of parts) {
      const failure = await retry([part])
      if (failure) causes.set(part.name, failure.cause)
    }
    // Values that pass alone may still fail together. In this case, values are removed as long as the test still fails.
    let rest = parts.filter(({ name }) => !causes.has(name))
    let failure = rest.length > 1 ? await retry(rest) : undefined
    if (!failure && rest.length === parts.length) causes.set(combineVariants(parts).name, cause)
    if (!failure) continue
    for (const part of rest) {
      const fewer = rest.filter((other) => other !== part)
      const fewerFailure = await retry(fewer)
      if (fewerFailure) [rest, failure] = [fewer, fewerFailure]
    }
    causes.set(combineVariants(rest).name, failure.cause)
  }
  throw new VariantError(causes)
}
