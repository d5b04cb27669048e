import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.js'
import { createMock, InvalidOptionError, type Mock } from '../../src/index.js'
import { forEachVariant, type VariantOptions } from '../../src/vitest.js'
import { robust } from './clients.js'
import { failureOf, messageOf, twoPages } from './failures.js'

describe('the mock', () => {
  test('is reset before and after each run, even if the test throws', async () => {
    const mock = twoPages()
    await mock.roles.create({ name: 'left behind' })
    mock.assume({ 'roles.order': 'name' })
    let runs = 0
    const run = forEachVariant({ mock }, async ({ settings, roles }) => {
      runs++
      expect(settings['roles.order']).toBe('id')
      expect(roles.find({ name: 'left behind' })).toBeUndefined()
      await mock.roles.create({ name: 'left behind' })
      mock.tokens.issue({ token: 'left-behind' })
      if (settings['roles.lastPage'] === 'absent') throw new Error('as wanted')
    })
    expect(await messageOf(run)).toBe('fails when roles.lastPage=absent: as wanted')
    expect(runs).toBeGreaterThan(5)
    expect(mock.settings).toEqual(twoPages().settings)
    expect(mock.roles.find({ name: 'left behind' })).toBeUndefined()
    expect(mock.tokens.all.map(({ token }) => token)).not.toContain('left-behind')
  })

  test('keeps its settings that do not vary', async () => {
    const mock = createMock({ profile: 'observed', assumptions: { 'roles.lastPage': 'absent' } })
    const [first, second] = await forEachVariant({ mock, vary: ['roles.lastPage'] }, ({ settings }) =>
      expect(settings['extras.hasMore']).toBe('present'),
    )
    expect(first).toMatchObject({ name: 'defaults', assumptions: {} })
    expect(second).toMatchObject({ name: 'roles.lastPage=null', assumptions: { 'roles.lastPage': 'null' } })
  })

  test('counts the answers of all runs in its ledger', async () => {
    const mock = createMock({ roles: 0 })
    await forEachVariant({ mock, vary: ['roles.empty'] }, () => robust.roles(mock.fetch))
    const { shapes } = mock.ledger()
    expect(shapes).toEqual({
      'roles.page.only': 3,
      'roles.end.null': 3,
      'roles.empty.array': 1,
      'roles.empty.null': 1,
      'roles.empty.absent': 1,
    })
  })

  test('is set to the variant, even if it was created with `vary`', async () => {
    const mock = createMock({ vary: 'documented', roles: 0 })
    await forEachVariant({ mock, vary: ['roles.empty'] }, async (_, { assumptions }) => {
      for (let request = 0; request < 10; request++) {
        const { body } = await ask(mock, '/api/v0/roles')
        const { data = 'absent' } = body as { data?: unknown }
        const shown = Array.isArray(data) ? 'array' : String(data)
        expect(shown).toBe(assumptions['roles.empty'] ?? 'array')
      }
    })
  })
})

type InvalidRow = [string, unknown, RegExp]

/** The error for an invalid `vary`, and the number of runs before it. */
async function errorFor(vary: unknown) {
  let runs = 0
  const options = { mock: createMock(), vary } as VariantOptions<Mock>
  const error = await failureOf(forEachVariant(options, () => runs++))
  return { error, runs, message: (error as Error).message }
}

describe('invalid input', () => {
  const rows: readonly InvalidRow[] = [
    ['an unknown word', 'documentd', /^"vary" must be "documented", "all"/],
    ['an unknown assumption', ['roles.lastpage'], /^unknown assumption "roles\.lastpage": did you/],
    [
      'an unknown assumption with values',
      { 'roles.lastpage': ['null'] },
      /^unknown assumption "roles\.lastpage"/,
    ],
    ['an unknown variant', { 'roles.lastPage': ['none'] }, /has no variant "none"; allowed: null, /],
    ['a value instead of a list', { 'roles.lastPage': 'absent' }, /must be a non-empty list/],
    ['an empty list of values', { 'roles.lastPage': [] }, /must be a non-empty list/],
    // forEachVariant treated the following rows as an empty list, or threw a TypeError.
    ['a number', 5, /^"vary" must be/],
    ['true', true, /^"vary" must be/],
    ['null', null, /"vary" must not be null/],
    ['a list of numbers', [7], /unknown assumption/],
    ['an undefined value', { 'roles.lastPage': [undefined] }, /roles\.lastPage/],
  ]

  test.each(rows)('is rejected before the first run: %s', async (_, vary, message) => {
    const result = await errorFor(vary)
    expect(result).toEqual({
      error: expect.any(InvalidOptionError),
      runs: 0,
      message: expect.stringMatching(message),
    })
  })

  test('is rejected before the first run: an unknown option', async () => {
    let runs = 0
    const options = { mock: createMock(), varry: 'all' } as unknown as VariantOptions<Mock>
    const error = await failureOf(forEachVariant(options, () => runs++))
    expect({ error, runs }).toEqual({ error: expect.any(InvalidOptionError), runs: 0 })
    expect((error as Error).message).toMatch(/^unknown option "varry": did you mean "vary"\?/)
  })
})
