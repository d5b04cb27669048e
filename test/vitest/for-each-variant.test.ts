import { describe, expect, test } from 'vitest'
import { createMock, type Mock } from '../../src/index.js'
import { forEachVariant, VariantError } from '../../src/vitest.js'
import { intercept } from '../support/msw.js'
import { careless, relyingOnHasMore, robust, type Client, type Fetch } from './clients.js'
import { failureOf, messageOf, ROLES, twoPages } from './failures.js'

/** The ways to connect a client with a mock. Each returns the `fetch` of the client. */
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

/** Throws only when two variants occur together. */
function failOnBoth({ settings }: Mock): void {
  if (settings['roles.lastPage'] === 'absent' && settings['department.name'] === 'absent')
    throw new Error('both')
}

describe.each(ways)('over %s', (_, connect) => {
  test('both faults of the careless client are found and named', async () => {
    const mock = twoPages()
    const send = connect(mock)
    const error = (await failureOf(forEachVariant({ mock }, () => useApi(careless, send)))) as VariantError
    expect(error).toBeInstanceOf(VariantError)
    expect(error.variants.toSorted()).toEqual(['department.name=absent', 'roles.lastPage=absent'])
    expect(error.message).toMatch(/^fails when \S+=absent: .+; and when \S+=absent: /s)
  })

  test('a single fault of the careless client is named alone, with its error', async () => {
    const mock = twoPages()
    const send = connect(mock)
    expect(await messageOf(forEachVariant({ mock }, () => careless.roles(send)))).toBe(
      'fails when roles.lastPage=absent: the pages have no end',
    )
    expect(await messageOf(forEachVariant({ mock }, () => careless.departments(send, '1')))).toMatch(
      /^fails when department\.name=absent: Cannot read properties of undefined/,
    )
  })

  test('the faults of the careless client without roles are found', async () => {
    const mock = createMock({ roles: 0 })
    const send = connect(mock)
    const run = forEachVariant({ mock, vary: ['roles.empty'] }, () => careless.roles(send))
    expect(await messageOf(run)).toMatch(/^fails when roles\.empty=null: .+; and when roles\.empty=absent: /s)
  })

  test('the fault of the client that relies on hasMore is found and named', async () => {
    const mock = twoPages({ profile: 'observed' })
    const send = connect(mock)
    await forEachVariant({ mock }, () => useApi(relyingOnHasMore, send))
    const run = forEachVariant({ mock, vary: ['extras.hasMore'] }, () => useApi(relyingOnHasMore, send))
    expect(await messageOf(run)).toMatch(/^fails when extras\.hasMore=absent: /)
  })

  test('the robust client passes, with and without roles', async () => {
    for (const profile of ['document', 'observed'] as const) {
      const mock = twoPages({ profile })
      const send = connect(mock)
      await forEachVariant({ mock }, () => useApi(robust, send))
      await forEachVariant({ mock, vary: ['extras.hasMore'] }, () => useApi(robust, send))
      const empty = createMock({ profile, roles: 0 })
      const sendToEmpty = connect(empty)
      await forEachVariant({ mock: empty }, async () => expect(await robust.roles(sendToEmpty)).toEqual([]))
    }
  })
})

describe('vary: all', () => {
  test('passes with the robust client when it receives no errors', async () => {
    const mock = twoPages()
    const variants = await forEachVariant({ mock, vary: 'all' }, () => useApi(robust, mock.fetch))
    expect(variants.length).toBeGreaterThan(5)
  })

  test('fails for the robust client when an unknown user is not an error', async () => {
    const mock = twoPages()
    const run = forEachVariant({ mock, vary: 'all' }, () =>
      expect(robust.departments(mock.fetch, 'unknown')).rejects.toThrow('answers 404'),
    )
    expect(await messageOf(run)).toMatch(/^fails when volunteer\.unknownUser=200-null: /)
  })
})

describe('a test that fails without any variant', () => {
  test('throws its own error, after one run', async () => {
    const own = new RangeError('always')
    let runs = 0
    const run = forEachVariant({ mock: createMock() }, () => {
      runs++
      throw own
    })
    expect(await failureOf(run)).toBe(own)
    expect(runs).toBe(1)
  })

  test('throws its own error for a client that relies on hasMore, with a mock without hasMore', async () => {
    const mock = twoPages()
    const error = await failureOf(forEachVariant({ mock }, () => useApi(relyingOnHasMore, mock.fetch)))
    expect(error).not.toBeInstanceOf(VariantError)
    expect((error as Error).message).toContain('to have a length of 30')
  })

  // forEachVariant skipped the run without variants if the value of the mock was not in the list.
  test('throws its own error, even if the list does not have the value of the mock', async () => {
    const own = new Error('always')
    const run = forEachVariant({ mock: createMock(), vary: { 'roles.pageSize': [1, 7] } }, () => {
      throw own
    })
    expect(await failureOf(run)).toBe(own)
  })
})

describe('a VariantError', () => {
  test('has an error of the test as its cause', async () => {
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

  test('has the text of a rejection that is not an Error', async () => {
    const run = forEachVariant({ mock: createMock(), vary: ['roles.lastPage'] }, ({ settings }) =>
      settings['roles.lastPage'] === 'absent' ? Promise.reject('a text') : undefined,
    )
    expect(await messageOf(run)).toBe('fails when roles.lastPage=absent: a text')
  })

  test('names two variants that only fail together', async () => {
    const run = forEachVariant(
      { mock: createMock(), vary: ['roles.lastPage', 'department.name'] },
      failOnBoth,
    )
    expect(await messageOf(run)).toBe('fails when roles.lastPage=absent with department.name=absent: both')
  })

  // forEachVariant named all variants of the failed run, which had three.
  test('names only these two when more assumptions vary', async () => {
    expect(await messageOf(forEachVariant({ mock: createMock() }, failOnBoth))).toBe(
      'fails when roles.lastPage=absent with department.name=absent: both',
    )
  })

  test('names a pair of variants in addition to a single one', async () => {
    const run = forEachVariant({ mock: createMock() }, (mock) => {
      if (mock.settings['errors.contentType'] !== 'application/json') throw new Error('one')
      failOnBoth(mock)
    })
    expect(((await failureOf(run)) as VariantError).variants).toHaveLength(2)
  })
})
