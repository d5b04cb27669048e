import { describe, expect, test } from 'vitest'
import { assumptions, createMock, type AssumptionInput, type AssumptionName } from '../../src/index.js'
import { forEachVariant, type Variant, type VariedAssumptions } from '../../src/vitest.js'
import { ask } from '../support/ask.js'

/** The variants that a passing test receives. */
async function variantsOf(
  vary: VariedAssumptions | undefined,
  given?: AssumptionInput,
): Promise<readonly Variant[]> {
  const mock = createMock({ assumptions: given })
  const seen: Variant[] = []
  const returned = await forEachVariant({ mock, vary }, (received, variant) => {
    expect(received).toBe(mock)
    for (const [name, value] of Object.entries(variant.assumptions))
      expect(received.settings[name as AssumptionName]).toEqual(value)
    seen.push(variant)
  })
  expect(returned).toMatchObject(seen)
  expect(returned).toHaveLength(seen.length)
  return seen
}

async function namesOf(vary: VariedAssumptions | undefined, given?: AssumptionInput): Promise<string[]> {
  return (await variantsOf(vary, given)).map(({ name }) => name)
}

const documented = (Object.keys(assumptions) as AssumptionName[]).filter(
  (name) => assumptions[name].status === 'documented',
)

/** All pairs of values of different assumptions that occur in the same run. */
function pairsIn(variants: readonly Variant[], names: readonly AssumptionName[]): Set<string> {
  const { settings } = createMock()
  const rows = variants.map(({ assumptions: chosen }) =>
    names.map((name) => `${name}=${JSON.stringify(chosen[name] ?? settings[name])}`),
  )
  return new Set(
    rows.flatMap((row) => row.flatMap((one, place) => row.slice(place + 1).map((two) => `${one} ${two}`))),
  )
}

function allPairs(names: readonly AssumptionName[]): string[] {
  const options = names.map((name) => {
    const { variants } = assumptions[name]
    return variants.kind === 'choice'
      ? variants.options.map((option) => `${name}=${JSON.stringify(option)}`)
      : []
  })
  return options.flatMap((list, place) =>
    list.flatMap((one) => options.slice(place + 1).flatMap((other) => other.map((two) => `${one} ${two}`))),
  )
}

describe('the runs', () => {
  test('begin without any variant, and are all different', async () => {
    for (const vary of [undefined, 'documented', 'all', ['roles.empty']] as const) {
      const names = await namesOf(vary)
      expect(names[0]).toBe('defaults')
      expect(new Set(names).size).toBe(names.length)
    }
  })

  test('are the documented variants by default', async () => {
    expect(await namesOf(undefined)).toEqual(await namesOf('documented'))
    expect(await namesOf([...documented])).toEqual(await namesOf('documented'))
  })

  test('are the same each time', async () => {
    expect(await variantsOf('all')).toEqual(await variantsOf('all'))
  })

  test('include every documented variant, and every pair of them', async () => {
    const variants = await variantsOf('documented')
    const pairs = pairsIn(variants, documented)
    for (const pair of allPairs(documented)) expect(pairs).toContain(pair)
    expect(variants.length).toBeLessThanOrEqual(2 * documented.length)
  })

  test('include every pair of variants of all assumptions, in at most 30 runs', async () => {
    const variants = await variantsOf('all')
    const choices = (Object.keys(assumptions) as AssumptionName[]).filter(
      (name) => assumptions[name].variants.kind === 'choice',
    )
    const pairs = pairsIn(variants, choices)
    for (const pair of allPairs(choices)) expect(pairs).toContain(pair)
    expect(variants.length).toBeLessThanOrEqual(30)
  })

  test('of one assumption are its variants, in their order', async () => {
    expect(await namesOf(['roles.empty'])).toEqual(['defaults', 'roles.empty=null', 'roles.empty=absent'])
    expect(await namesOf(['roles.empty'], { 'roles.empty': 'null' })).toEqual([
      'defaults',
      'roles.empty=array',
      'roles.empty=absent',
    ])
  })

  test('of no assumption are the defaults only', async () => {
    expect(await namesOf([])).toEqual(['defaults'])
  })

  test('of a numeric assumption use a representative value, or the given values', async () => {
    expect(await namesOf(['roles.pageSize'])).toEqual(['defaults', 'roles.pageSize=1'])
    expect(await namesOf(['cursor.lifetime'])).toEqual(['defaults', 'cursor.lifetime=60'])
    expect(await namesOf({ 'roles.pageSize': [100, 7] })).toEqual(['defaults', 'roles.pageSize=7'])
    expect(await namesOf({ rateLimit: ['none', { requests: 1, perSeconds: 60 }] })).toEqual([
      'defaults',
      'rateLimit=1/60',
    ])
  })

  test('accept a number instead of its string', async () => {
    expect(await namesOf({ 'auth.missing': [401, 403] })).toEqual(['defaults', 'auth.missing=403'])
  })

  // forEachVariant left out the run without variants if the value of the mock was not a usual one.
  test('begin without any variant, even if the mock has an unusual value', async () => {
    expect(await namesOf(['roles.pageSize'], { 'roles.pageSize': 25 })).toEqual([
      'defaults',
      'roles.pageSize=100',
      'roles.pageSize=1',
    ])
  })

  // A repeated value led to two runs with the same name.
  test('include each value once, even if it is repeated', async () => {
    expect(await namesOf({ 'roles.lastPage': ['null', 'absent', 'absent'] })).toEqual([
      'defaults',
      'roles.lastPage=absent',
    ])
  })

  test('are sequential', async () => {
    let running = 0
    await forEachVariant({ mock: createMock() }, async () => {
      expect(running++).toBe(0)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    })
  })
})

/** The names of the runs, each with its variants on which no answer depended. */
async function unexercisedOver(roles: number): Promise<(readonly [string, readonly string[]])[]> {
  const mock = createMock({ roles })
  const passed = await forEachVariant({ mock, vary: ['roles.empty', 'department.name'] }, () =>
    ask(mock, '/api/v0/roles'),
  )
  return passed.map(({ name, unexercised }) => [name, unexercised] as const)
}

describe('the variants that had no effect', () => {
  test('are listed for each run', async () => {
    for (const [name, unexercised] of await unexercisedOver(5))
      expect(unexercised.join(', ')).toBe(name === 'defaults' ? '' : name)
    for (const [name, unexercised] of await unexercisedOver(0))
      expect(unexercised).toEqual(name.includes('department.name') ? ['department.name=absent'] : [])
  })
})
