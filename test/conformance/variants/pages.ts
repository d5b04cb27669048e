import { expect } from 'vitest'
import type { RoleList } from '../../../src/index.js'
import { pagePath, ROLES } from '../client.js'
import { readRoleList } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

function lastPage(present: boolean): Check {
  return async (open) => {
    const { get, page } = await open({ roles: 150 })
    const first = await page()
    expect(first.nextPage).toEqual(expect.any(String))
    const last = await readRoleList(await get(pagePath(first.nextPage)))
    expect(last.data).toHaveLength(50)
    expect('nextPage' in last).toBe(present)
    expect(last.nextPage ?? null).toBeNull()
  }
}

function empty(expected: RoleList): Check {
  return async (open) => {
    const { get, mock } = await open({ scenario: 'empty' })
    expect(await readRoleList(await get(ROLES))).toStrictEqual({ ...expected, nextPage: null })
    const role = await mock.roles.create()
    expect((await readRoleList(await get(ROLES))).data).toEqual([role])
  }
}

function sizes(expected: readonly number[]): Check {
  return async (open) => {
    const { walk } = await open({ roles: 250 })
    expect((await walk()).map(({ data }) => data?.length)).toEqual(expected)
  }
}

function hasMore(...expected: readonly unknown[]): Check {
  return async (open) => {
    const { walk } = await open({ roles: 250 })
    expect((await walk()).map((page) => (page as { hasMore?: unknown }).hasMore)).toEqual(expected)
  }
}

function hasMoreWhenEmpty(expected: object): Check {
  return async (open) => {
    const { get } = await open({ scenario: 'empty' })
    expect(await (await get(ROLES)).json()).toStrictEqual({ data: [], nextPage: null, ...expected })
  }
}

export const pageChecks: VariantChecks<
  'roles.lastPage' | 'roles.empty' | 'roles.pageSize' | 'extras.hasMore'
> = {
  'roles.lastPage': {
    null: { 'says null on the last page': lastPage(true) },
    absent: { 'says nothing on the last page': lastPage(false) },
  },
  'roles.empty': {
    array: { 'has an empty list': empty({ data: [] }) },
    null: { 'has a data of null': empty({ data: null }) },
    absent: { 'has no data': empty({}) },
  },
  'roles.pageSize': {
    '1': { 'has pages of one': sizes(Array.from({ length: 250 }, () => 1)) },
    '100': { 'has pages of a hundred': sizes([100, 100, 50]) },
    '249': { 'has a full page and a rest': sizes([249, 1]) },
    '10000': { 'has one page': sizes([250]) },
  },
  'extras.hasMore': {
    absent: {
      'says it on no page': hasMore(undefined, undefined, undefined),
      'says it of no empty list': hasMoreWhenEmpty({}),
    },
    present: {
      'says it on every page': hasMore(true, true, false),
      'says it of an empty list': hasMoreWhenEmpty({ hasMore: false }),
    },
  },
}
