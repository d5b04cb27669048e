import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
import { forEachVariant, VariantError } from '../../src/vitest.js'
import { intercept } from '../support/msw.js'
import { careless, relyingOnHasMore, robust, type Client, type Fetch } from './clients.js'
import { failureOf, messageOf, ROLES, twoPages } from './failures.js'

/** The ways for a client to reach a mock: what it fetches with. */
const ways: [string, (mock: Mock) => Fetch][] = [
  ['mock.fetch', (mock) => mock.fetch],
  [
    'msw',
    (mock) => {
      intercept(...mock.handlers)
      return fetch
    },
  ],
]

async function useApi(client: Client, send: Fetch): Promise<void> {
  expect(await client.roles(send)).toHaveLength(ROLES)
  expect(await client.departments(send, '1')).toHaveLength(1)
}

/** Fails only when two variants meet. */
function needsBoth({ settings }: Mock): void {
  if (settings['roles.lastPage'] === 'absent' && settings['department.name'] === 'absent')
    throw new Error('both')
}

describe.each(ways)('clients over %s', (_, connect) => {
  test('of the careless client, both faults are found and named', async () => {
    const mock = twoPages()
    const send = connect(mock)
    const error = (await failureOf(forEachVariant({ mock }, () => useApi(careless, send)))) as VariantError
    expect(error).toBeInstanceOf(VariantError)
    expect(error.variants.toSorted()).toEqual(['department.name=absent', 'roles.lastPage=absent'])
    expect(error.message).toMatch(/^fails when \S+=absent: .+; and when \S+=absent: /s)
  })

  test('of the careless client, each fault alone is named alone, with what it threw', async () => {
    const mock = twoPages()
    const send = connect(mock)
    expect(await messageOf(forEachVariant({ mock }, () => careless.roles(send)))).toBe(
      'fails when roles.lastPage=absent: the pages have no end',
    )
    expect(await messageOf(forEachVariant({ mock }, () => careless.departments(send, '1')))).toMatch(
      /^fails when department\.name=absent: Cannot read properties of undefined/,
    )
  })

  test('of the careless client, the fault with no role at all is found where there is none', async () => {
    const mock = createMock({ roles: 0 })
    const send = connect(mock)
    const run = forEachVariant({ mock, vary: ['roles.empty'] }, () => careless.roles(send))
    expect(await messageOf(run)).toMatch(/^fails when roles\.empty=null: .+; and when roles\.empty=absent: /s)
  })

  test('of the client that relies on hasMore, the fault is found and named', async () => {
    const mock = twoPages({ profile: 'observed' })
    const send = connect(mock)
    await forEachVariant({ mock }, () => useApi(relyingOnHasMore, send))
    const run = forEachVariant({ mock, vary: ['extras.hasMore'] }, () => useApi(relyingOnHasMore, send))
    expect(await messageOf(run)).toMatch(/^fails when extras\.hasMore=absent: /)
  })

  test('the robust client passes, with roles and without', async () => {
    for (const profile of ['document', 'observed'] as const) {
      const mock = twoPages({ profile })
      const send = connect(mock)
      await forEachVariant({ mock }, () => useApi(robust, send))
      await forEachVariant({ mock, vary: ['extras.hasMore'] }, () => useApi(robust, send))
      const none = createMock({ profile, roles: 0 })
      const sendToNone = connect(none)
      await forEachVariant({ mock: none }, async () => expect(await robust.roles(sendToNone)).toEqual([]))
    }
  })
})

describe('vary: all', () => {
  test('lets the robust client through where it meets no error', async () => {
    const mock = twoPages()
    const variants = await forEachVariant({ mock, vary: 'all' }, () => useApi(robust, mock.fetch))
    expect(variants.length).toBeGreaterThan(5)
  })

  test('shows what even a robust client depends on: that an unknown user is an error', async () => {
    const mock = twoPages()
    const run = forEachVariant({ mock, vary: 'all' }, () =>
      expect(robust.departments(mock.fetch, 'nobody')).rejects.toThrow('answers 404'),
    )
    expect(await messageOf(run)).toMatch(/^fails when volunteer\.unknownUser=200-null: /)
  })
})

describe('a test that fails with the mock as it is', () => {
  test('throws what it throws, after one run', async () => {
    const own = new RangeError('always')
    let runs = 0
    const run = forEachVariant({ mock: createMock() }, () => {
      runs++
      throw own
    })
    expect(await failureOf(run)).toBe(own)
    expect(runs).toBe(1)
  })

  test('such as that of a client that relies on hasMore, over a mock without', async () => {
    const mock = twoPages()
    const error = await failureOf(forEachVariant({ mock }, () => useApi(relyingOnHasMore, mock.fetch)))
    expect(error).not.toBeInstanceOf(VariantError)
    expect((error as Error).message).toContain('to have a length of 30')
  })

  // A bug of forEachVariant: the mock as it is is not tried when its values are not among those given.
  test('is no matter of variants either where other values are given', async () => {
    const own = new Error('always')
    const run = forEachVariant({ mock: createMock(), vary: { 'roles.pageSize': [1, 7] } }, () => {
      throw own
    })
    expect(await failureOf(run)).toBe(own)
  })
})

describe('a VariantError', () => {
  test('has what the test threw first as its cause', async () => {
    const thrown: Error[] = []
    const run = forEachVariant({ mock: createMock() }, ({ settings }) => {
      if (settings['roles.lastPage'] === 'null') return
      thrown.push(new Error(`number ${thrown.length}`))
      throw thrown.at(-1)
    })
    const error = (await failureOf(run)) as VariantError
    expect(thrown).toContain(error.cause)
    expect(error.name).toBe('VariantError')
  })

  test('takes what is no error as well', async () => {
    const run = forEachVariant({ mock: createMock(), vary: ['roles.lastPage'] }, ({ settings }) =>
      settings['roles.lastPage'] === 'absent' ? Promise.reject('a text') : undefined,
    )
    expect(await messageOf(run)).toBe('fails when roles.lastPage=absent: a text')
  })

  test('names two variants that it takes together', async () => {
    const run = forEachVariant({ mock: createMock(), vary: ['roles.lastPage', 'department.name'] }, needsBoth)
    expect(await messageOf(run)).toBe('fails when roles.lastPage=absent with department.name=absent: both')
  })

  // A bug of forEachVariant: it names all the variants of the run, which happen to be three.
  test('names the two alone where more are varied', async () => {
    expect(await messageOf(forEachVariant({ mock: createMock() }, needsBoth))).toBe(
      'fails when roles.lastPage=absent with department.name=absent: both',
    )
  })

  test('does not hide two variants together behind one alone', async () => {
    const run = forEachVariant({ mock: createMock() }, (mock) => {
      if (mock.settings['errors.contentType'] !== 'application/json') throw new Error('one')
      needsBoth(mock)
    })
    expect(((await failureOf(run)) as VariantError).variants).toHaveLength(2)
  })
})
