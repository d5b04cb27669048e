import { describe, expect, test } from 'vitest'
import { assumptions } from '../../src/convention/assumptions.js'
import {
  createMock,
  InvalidOptionError,
  type AssumptionName,
  type Mock,
  type MockOptions,
  type RoleList,
  type Volunteer,
} from '../../src/index.js'
import {
  forEachVariant,
  VariantError,
  type VariantOptions,
  type VariedAssumptions,
} from '../../src/vitest.js'
import { ask } from '../support/ask.js'

const ROLES = 30

function twoPages(): Mock {
  return createMock({ roleCount: ROLES, assumptions: { 'roles.pageSize': 20 } })
}

/** A careless client expects null on the last page of roles, and that every department has a name. */
async function useApi(mock: Mock): Promise<void> {
  let count = 0
  let query = ''
  for (let pages = 0; ; pages++) {
    if (pages === 5) throw new Error('the pages have no end')
    const { data, nextPage } = (await ask(mock, `/api/v0/roles${query}`)).body as RoleList
    count += data!.length
    if (nextPage === null) break
    query = nextPage === undefined ? '' : `?nextPage=${nextPage}`
  }
  expect(count).toBe(ROLES)
  const { departments } = (await ask(mock, '/api/v0/users/1/volunteer')).body as Volunteer
  for (const { name } of departments) name!.toUpperCase()
}

async function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => expect.fail('the test passed with every variant'),
    (error: unknown) => error,
  )
}

/** The names of the variants that a passing test receives, in order. */
async function runsOf(vary: VariedAssumptions | undefined, options?: MockOptions): Promise<string[]> {
  const mock = createMock(options)
  const own = mock.settings
  const seen: string[] = []
  const passed = await forEachVariant({ mock, vary }, (received, variant) => {
    expect(received).toBe(mock)
    expect(received.settings).toEqual({ ...own, ...variant.assumptions })
    seen.push(variant.name)
  })
  expect(passed.map(({ name }) => name)).toEqual(seen)
  return seen
}

/** The variants on which no page of roles depends. */
async function unmetWith(roles: number): Promise<string[]> {
  const mock = createMock({ roleCount: roles })
  const vary = ['roles.empty', 'department.name'] as const
  const passed = await forEachVariant({ mock, vary }, () => ask(mock, '/api/v0/roles'))
  return passed.filter(({ unmet }) => unmet).map(({ name }) => name)
}

/** The variants of these assumptions that are not the defaults. */
function otherVariants(names: readonly AssumptionName[]): string[] {
  const { settings } = createMock()
  return names.flatMap((name) => {
    const { variants } = assumptions[name]
    const options = variants.kind === 'choice' ? variants.options : []
    return options.filter((option) => option !== settings[name]).map((option) => `${name}=${option}`)
  })
}

test('the error names each variant with which the careless client fails', async () => {
  const mock = twoPages()
  const error = (await failureOf(forEachVariant({ mock }, () => useApi(mock)))) as VariantError
  expect(error).toBeInstanceOf(VariantError)
  expect(error.name).toBe('VariantError')
  expect(error.variants).toEqual(['roles.lastPage=absent', 'department.name=absent'])
  expect(error.message).toMatch(
    /^fails when roles\.lastPage=absent: the pages have no end; and when department\.name=absent: Cannot read/,
  )
  expect((error.cause as Error).message).toBe('the pages have no end')
})

describe('the runs', () => {
  const all = Object.keys(assumptions) as AssumptionName[]
  const specified = all.filter((name) => assumptions[name].status === 'specified')

  test.each([[undefined], ['specified'], [specified]] as const)(
    'are the defaults, then: %j',
    async (vary) => {
      expect(await runsOf(vary)).toEqual(['defaults', ...otherVariants(specified)])
    },
  )

  test('of "all" contain every variant of every assumption', async () => {
    const runs = await runsOf('all')
    expect(runs[0]).toBe('defaults')
    expect(runs).toEqual(expect.arrayContaining(otherVariants(all)))
  })

  test.each<[VariedAssumptions, string[], MockOptions['assumptions']?]>([
    [[], []],
    [['roles.empty'], ['roles.empty=null', 'roles.empty=absent']],
    [['roles.empty'], ['roles.empty=array', 'roles.empty=absent'], { 'roles.empty': 'null' }],
    // Numbers have a representative value, or the given ones.
    [['roles.pageSize'], ['roles.pageSize=1']],
    [['roles.pageSize'], ['roles.pageSize=100', 'roles.pageSize=1'], { 'roles.pageSize': 25 }],
    [{ 'roles.pageSize': [100, 7] }, ['roles.pageSize=7']],
    [{ 'auth.missing': [401, 403] }, ['auth.missing=403']],
    // A repeated value led to two runs with the same name.
    [{ 'roles.lastPage': ['null', 'absent', 'absent'] }, ['roles.lastPage=absent']],
  ])('of %j are the defaults and %j', async (vary, expected, own) => {
    expect(await runsOf(vary, { assumptions: own })).toEqual(['defaults', ...expected])
  })

  test('are sequential', async () => {
    let running = 0
    await forEachVariant({ mock: createMock() }, async () => {
      expect(running++).toBe(0)
      await new Promise((resolve) => setImmediate(resolve))
      running--
    })
  })

  test('say which variants no response depended on', async () => {
    const unmet = ['roles.empty=null', 'roles.empty=absent', 'department.name=absent']
    expect(await unmetWith(5)).toEqual(unmet)
    expect(await unmetWith(0)).toEqual(['department.name=absent'])
  })

  test('reset the mock before and after each, even if the test throws', async () => {
    const mock = twoPages()
    await mock.roles.create({ name: 'left behind' })
    mock.assume({ 'roles.order': 'name' })
    const run = forEachVariant({ mock }, async ({ settings, roles }) => {
      expect(settings['roles.order']).toBe('id')
      expect(roles.find({ name: 'left behind' })).toBeUndefined()
      await mock.roles.create({ name: 'left behind' })
      if (settings['roles.lastPage'] === 'absent') throw new Error('on purpose')
    })
    expect(await failureOf(run)).toMatchObject({ name: 'VariantError', variants: ['roles.lastPage=absent'] })
    expect(mock.settings).toEqual(twoPages().settings)
    expect(mock.roles.find({ name: 'left behind' })).toBeUndefined()
  })
})

// forEachVariant left out the run without variants if the list did not have the value of the mock.
test.each([undefined, { 'roles.pageSize': [1, 7] }])(
  'throws its own error after one run: %j',
  async (vary) => {
    const own = new RangeError('always')
    let runs = 0
    const run = forEachVariant({ mock: createMock(), vary }, () => {
      runs++
      throw own
    })
    expect(await failureOf(run)).toBe(own)
    expect(runs).toBe(1)
  },
)

test('a test that fails with something that is not an Error is named with its text', async () => {
  const run = forEachVariant({ mock: createMock(), vary: ['roles.lastPage'] }, ({ settings }) =>
    settings['roles.lastPage'] === 'absent' ? Promise.reject('a text') : undefined,
  )
  const message = 'fails when roles.lastPage=absent: a text'
  expect(await failureOf(run)).toMatchObject({ message, cause: 'a text' })
})

test.each<[what: string, given: object, named: string]>([
  ['an unknown word', { vary: 'specifed' }, '"vary"'],
  ['a number', { vary: 5 }, '"vary"'],
  ['an unknown assumption', { vary: ['roles.lastpage'] }, '"roles.lastpage"'],
  ['an unknown variant', { vary: { 'roles.lastPage': ['none'] } }, '"none"'],
  ['a value instead of a list', { vary: { 'roles.lastPage': 'absent' } }, 'roles.lastPage'],
  ['an empty list of values', { vary: { 'roles.lastPage': [] } }, 'roles.lastPage'],
  ['an undefined value', { vary: { 'roles.lastPage': [undefined] } }, 'roles.lastPage'],
  ['an unknown option', { varry: 'all' }, '"varry"'],
  ['no mock', { mock: undefined }, '"mock"'],
])('%s is rejected before the first run', async (_, given, named) => {
  let runs = 0
  const options = { mock: createMock(), ...given } as VariantOptions<Mock>
  const error = await failureOf(forEachVariant(options, () => runs++))
  expect({ error, runs }).toEqual({ error: expect.any(InvalidOptionError), runs: 0 })
  expect((error as Error).message).toContain(named)
})
