import { describe, expect, test } from 'vitest'
import {
  createMock,
  FaultError,
  forEachFault,
  InvalidOptionError,
  type ForEachFaultOptions,
  type NamedFault,
  type MockOptions,
  type RoleList,
} from '../../src/index.js'
import { ask, authorized, ROLES } from '../support/ask.js'

type Fetch = (request: Request) => Promise<Response>

const MS_TO_WAIT = 1000

/** Reads all roles, and tries each page twice. Returns what a page would show. */
async function showRoles(fetch: Fetch): Promise<string> {
  const names = new Set<string>()
  let cursor: string | null | undefined = ''
  for (let tries = 0; typeof cursor === 'string';) {
    try {
      const path: string = cursor === '' ? ROLES : `${ROLES}?nextPage=${cursor}`
      const signal = AbortSignal.timeout(MS_TO_WAIT)
      const response = await fetch(new Request(authorized(path), { signal }))
      if (!response.ok) throw new Error(String(response.status))
      const { data, nextPage } = (await response.json()) as RoleList
      for (const { name } of data ?? []) names.add(name)
      cursor = nextPage
      tries = 0
    } catch {
      if (++tries > 1) return 'Please try again later.'
    }
  }
  return `${names.size} roles`
}

function expected({ name, recovers }: NamedFault): RegExp {
  if (/record|last page/.test(name)) return /^\d+ roles$/
  return recovers ? /^250 roles$/ : /try again/
}

describe('forEachFault', () => {
  test('runs a test with each fault, and a careful client passes', async () => {
    const mock = createMock()
    const passed = await forEachFault({ mock, operation: 'listRoles', timeout: 10_000 }, async (fault) => {
      expect(await showRoles(mock.fetch)).toMatch(expected(fault))
    })
    expect(passed.map(({ name }) => name)).toEqual(
      [
        ['500', '503 with Retry-After', '503 on every request', '429 with Retry-After', 'token expired'],
        ['scope lost', 'HTML with status 200', 'HTML with status 502', 'truncated body', 'invalid JSON'],
        ['connection dropped', 'no answer', 'slow', '500 on the second page', '503 on the second page'],
        ['429 on the second page', 'token expired on the second page', 'cursor refused on the second page'],
        ['record added before the second page', 'record removed before the second page', 'last page empty'],
      ].flat(),
    )
    expect(passed.filter(({ unmet }) => unmet)).toEqual([])
    expect(mock.faults.all).toEqual([])
  })

  test('names the faults and the request of a client that trusts the API', async () => {
    const mock = createMock()
    async function trust(): Promise<void> {
      const { nextPage } = (await (await mock.fetch(authorized(ROLES))).json()) as RoleList
      const second = await mock.fetch(authorized(`${ROLES}?nextPage=${nextPage}`))
      expect(((await second.json()) as RoleList).data?.length).toBeGreaterThan(0)
    }
    const failureOf = async (options: Partial<ForEachFaultOptions>) => {
      const run = forEachFault({ mock, operation: 'listRoles', ...options }, trust)
      return (await run.catch((reason: unknown) => reason)) as FaultError
    }
    const error = await failureOf({ except: ['slow', 'no answer'] })
    expect(error).toBeInstanceOf(FaultError)
    expect(error.message).toContain('with "HTML with status 200" (GET /api/v0/roles 200): ')
    const silent = await failureOf({ only: ['no answer'], timeout: 200 })
    expect(silent.message).toContain(
      'with "no answer" (GET /api/v0/roles 0): the test did not end within 200 ms',
    )
    expect(error.faults).toEqual(
      expect.arrayContaining(['500', 'connection dropped', '503 on the second page', 'last page empty']),
    )
    expect(error.faults).not.toContain('record added before the second page')
  })

  test('says which faults no request met', async () => {
    const mock = createMock()
    const only = ['500', '500 on the second page', 'last page empty'] as const
    const passed = await forEachFault({ mock, operation: 'listRoles', only }, () =>
      mock.fetch(authorized(ROLES)),
    )
    expect(passed).toEqual([
      { name: '500', recovers: true, unmet: false },
      { name: '500 on the second page', recovers: true, unmet: true },
      { name: 'last page empty', recovers: true, unmet: true },
    ])
  })

  test.each<[what: string, options: MockOptions, query?: string]>([
    ['no role', { data: 'empty' }],
    ['one role', { roleCount: 1 }],
    ['pages of 1,000', { profile: 'reported' }, '?limit=1000'],
  ])('a fault between pages is unmet with %s', async (_, options, query = '') => {
    const mock = createMock(options)
    const except = ['no answer', 'slow'] as const
    const passed = await forEachFault({ mock, operation: 'listRoles', except }, async () => {
      for (let sent = 0; sent < 2; sent++) {
        await mock.fetch(authorized(ROLES + query)).catch(() => 'dropped')
      }
    })
    const unmet = passed.filter((fault) => fault.unmet).map(({ name }) => name)
    expect(unmet).toEqual(passed.map(({ name }) => name).filter((name) => name.includes('page')))
    expect(unmet).toHaveLength(8)
  })

  test('a list may be longer than three of the largest pages', async () => {
    const mock = createMock({ roleCount: 40_000 })
    const only = ['500 on the second page'] as const
    const passed = await forEachFault({ mock, operation: 'listRoles', only }, async () => {
      const { nextPage } = (await ask(mock, ROLES)).body as RoleList
      await ask(mock, `${ROLES}?nextPage=${nextPage}`)
    })
    expect(passed).toMatchObject([{ unmet: false }])
  })

  test('has fewer faults without a list, and throws the error of a test that fails without them', async () => {
    const mock = createMock()
    const passed = await forEachFault({ mock, operation: 'getVolunteer' }, () => undefined)
    expect(passed.some(({ name }) => name.includes('page'))).toBe(false)
    await expect(
      forEachFault({ mock, operation: 'getVolunteer' }, () => {
        throw new RangeError('own')
      }),
    ).rejects.toThrow(RangeError)
  })

  test.each([
    [{ operation: 'listRoles', only: ['50'] }, 'did you mean "500"'],
    [{ operation: 'getVolunteer', only: ['last page empty'] }, 'needs a list'],
    [{ operation: 'GET /x' }, 'has no custom handler'],
    [{ operation: 'GET /api/v0/roles' }, 'must be the name of this operation: "listRoles"'],
    [{ operation: 'listRoles', mock: {} }, 'must be the result of createMock()'],
  ])('refuses %j', async (options, message) => {
    const run = forEachFault({ mock: createMock(), ...options } as never, () => undefined)
    await expect(run).rejects.toThrow(InvalidOptionError)
    await expect(run).rejects.toThrow(message)
  })
})
