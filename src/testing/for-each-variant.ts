import { InvalidOptionError } from '../common/errors.js'
import { checkOptionNames, refuseMock } from '../common/check-options.js'
import { isPlainObject } from '../common/plain-object.js'
import { asText } from '../common/text.js'
import type { CompiledApi } from '../contract/compile.js'
import type { AssumptionInput, Settings } from '../contract/assumption.js'
import { changedSettings, checkedName } from '../contract/settings.js'
import { getInternals } from '../mock/mock-internals.js'
import type { MockCore } from '../mock/mock-core.js'
import { endRun } from './runs.js'

/**
 * The assumptions to vary.
 *
 * - `specified`: the assumptions whose variants the API specification allows
 * - `all`: every assumption
 * - a list of names
 * - an object with a list of values for each assumption: `{ 'roles.pageSize': [1, 25] }`
 */
export type VariedAssumptionsOf<Input> =
  | 'specified'
  | 'all'
  | readonly (keyof Input)[]
  | { readonly [Name in keyof Input]?: readonly NonNullable<Input[Name]>[] }

/** A variant that a test runs with. */
export interface VariantOf<Input> {
  /** The value that differs from the mock's settings: `roles.lastPage=absent`. `defaults` in the first run. */
  readonly name: string
  /** The same value, as `mock.assume()` takes it. */
  readonly assumptions: Input
}

/** A variant with which a test has passed. */
export interface PassedVariantOf<Input> extends VariantOf<Input> {
  /** Whether no response depended on the value, so the run did not test it: `roles.empty=null` if there were roles. */
  readonly unmet: boolean
}

/** A mock of any API. Its type says which assumptions there are. */
interface TestedMock {
  readonly assume: (assumptions: never) => void
  readonly reset: () => Promise<void>
}

type InputOf<Mock extends TestedMock> = Parameters<Mock['assume']>[0]
type Variant = VariantOf<AssumptionInput>

/** Options of `forEachVariant`. */
export interface VariantOptions<Mock extends TestedMock> {
  /** The mock of the test. It is reset before and after each run. */
  readonly mock: Mock
  /**
   * The assumptions to vary.
   *
   * @default 'specified'
   */
  readonly vary?: VariedAssumptionsOf<InputOf<Mock>> | undefined
}

/** A test fails with some variants. The message lists them. `cause` is the first error of the test. */
export class VariantError extends Error {
  override readonly name = 'VariantError'
  /** The variants with which the test fails, for example `roles.lastPage=absent`. */
  readonly variants: readonly string[]

  constructor(failures: ReadonlyMap<string, unknown>) {
    const reasons = Array.from(
      failures,
      ([name, cause]) => `when ${name}: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
    super(`fails ${reasons.join('; and ')}`, { cause: [...failures.values()][0] })
    this.variants = [...failures.keys()]
  }
}

/** Returns the values of an assumption, or for numbers two examples. */
function exampleValues({ assumptions }: CompiledApi, name: string): readonly unknown[] {
  const { variants } = assumptions[name]!
  if (variants.kind === 'choice') return variants.options
  return [100, 1]
}

function chosenValues(api: CompiledApi, vary: unknown): (readonly [string, readonly unknown[]])[] {
  if (isPlainObject(vary)) {
    return Object.entries(vary).map(([text, values]) => {
      const name = checkedName(api, text)
      if (Array.isArray(values) && values.length > 0 && !values.includes(undefined)) return [name, values]
      throw new InvalidOptionError(`"vary": the values of ${name} must be a non-empty list`)
    })
  }
  const names = vary === 'all' ? api.assumptionNames : vary === 'specified' ? api.specifiedNames : vary
  if (Array.isArray(names)) {
    return names.map((text: unknown) => {
      const name = checkedName(api, asText(text))
      return [name, exampleValues(api, name)]
    })
  }
  throw new InvalidOptionError(
    '"vary" must be "specified", "all", a list of assumptions, or a plain object with their values',
  )
}

/** Returns the variants of the runs. The first run has the mock's own settings. */
function planVariants(api: CompiledApi, settings: Settings, vary: unknown): Variant[] {
  const plan = new Map<string, Variant>([['defaults', { name: 'defaults', assumptions: {} }]])
  for (const [assumption, values] of chosenValues(api, vary)) {
    const own = String(settings[assumption])
    for (const chosen of values) {
      const value = changedSettings(api, settings, { [assumption]: chosen as string })[assumption]
      const name = `${assumption}=${String(value)}`
      if (String(value) !== own) plan.set(name, { name, assumptions: { [assumption]: value! } })
    }
  }
  return [...plan.values()]
}

function getCount(mock: MockCore, variant: Variant): number {
  const { answers } = mock.coverage()
  const dependent = answers.filter(({ assumptions }) =>
    Object.entries(assumptions).some(([name, value]) => `${name}=${value}` === variant.name),
  )
  return dependent.reduce((sum, { count }) => sum + count, 0)
}

/**
 * Runs a test with the mock's own settings, and with each variant of the assumptions. Works with any test runner.
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
  test: (mock: Mock, variant: VariantOf<InputOf<Mock>>) => unknown,
): Promise<readonly PassedVariantOf<InputOf<Mock>>[]> {
  refuseMock(options, 'forEachVariant({ mock }, test)')
  checkOptionNames(options, ['mock', 'vary'])
  const { mock: given, vary = 'specified' } = options
  if (typeof (given as Partial<Mock> | undefined)?.assume !== 'function') {
    throw new InvalidOptionError('must be the result of createMock(): forEachVariant({ mock }, test)', 'mock')
  }
  const mock = given as unknown as MockCore
  await endRun(mock)
  const [defaults, ...others] = planVariants(getInternals(mock).api, mock.settings, vary)
  const passed: PassedVariantOf<AssumptionInput>[] = []
  const failures = new Map<string, unknown>()
  for (const variant of [defaults!, ...others]) {
    const before = getCount(mock, variant)
    try {
      mock.assume(variant.assumptions)
      await test(given, variant as VariantOf<InputOf<Mock>>)
      passed.push({ ...variant, unmet: variant !== defaults && getCount(mock, variant) === before })
    } catch (cause) {
      if (variant === defaults) throw cause
      failures.set(variant.name, cause)
    } finally {
      await endRun(mock, { assumed: variant.name })
    }
  }
  if (failures.size > 0) throw new VariantError(failures)
  return passed as PassedVariantOf<InputOf<Mock>>[]
}
