import { expect } from 'vitest'
import { listOf } from '../operations.js'
import type { RoleList } from '../../../src/index.js'
import { pagePath, ROLES } from '../client.js'
import { readPage } from '../expectations.js'
import type { Check, ListChecks, VariantChecks } from './check.js'
import { type ListName } from '../../support/convention.js'

function lastPage(list: ListName, present: boolean): Check {
  return async (open) => {
    const { get, page, path } = open(listOf(list, 150))
    const first = await page()
    expect(first.nextPage).toEqual(expect.any(String))
    const last = await readPage(await get(pagePath(first.nextPage, path)), list)
    expect(last.data).toHaveLength(50)
    expect('nextPage' in last).toBe(present)
    expect(last.nextPage ?? null).toBeNull()
    const onlyPage = await readPage(await open({ data: 'empty' }).get(path), list)
    expect('nextPage' in onlyPage).toBe(present)
  }
}

function empty(list: ListName, expected: RoleList): Check {
  return async (open) => {
    const { get, path, records } = open({ data: 'empty' })
    expect(await readPage(await get(path), list)).toStrictEqual({ ...expected, nextPage: null })
    const record = await records.create()
    expect((await readPage(await get(path), list)).data).toEqual([record])
  }
}

function sizes(list: ListName, expected: readonly number[]): Check {
  return async (open) => {
    const { walk } = open(listOf(list, 250))
    expect((await walk()).map(({ data }) => data?.length)).toEqual(expected)
  }
}

function hasMore(...expected: readonly unknown[]): Check {
  return async (open) => {
    const { walk } = open({ roleCount: 250 })
    expect((await walk()).map((page) => (page as { hasMore?: unknown }).hasMore)).toEqual(expected)
  }
}

function hasMoreWhenEmpty(expected: object): Check {
  return async (open) => {
    const { get } = open({ data: 'empty' })
    expect(await (await get(ROLES)).json()).toStrictEqual({ data: [], nextPage: null, ...expected })
  }
}

export const pageChecks: ListChecks<'lastPage' | 'empty' | 'pageSize'> = (list) => ({
  lastPage: {
    null: { 'has null on the last page': lastPage(list, true) },
    absent: { 'has no nextPage on the last page': lastPage(list, false) },
  },
  empty: {
    array: { 'has an empty list': empty(list, { data: [] }) },
    null: { 'has null as data': empty(list, { data: null }) },
    absent: { 'has no data': empty(list, {}) },
  },
  pageSize: {
    '1': { 'has pages of one': sizes(list, Array<number>(250).fill(1)) },
    '100': { 'has pages of a hundred': sizes(list, [100, 100, 50]) },
    '249': { 'has a full page and a rest': sizes(list, [249, 1]) },
    '10000': { 'has one page': sizes(list, [250]) },
  },
})

export const extraChecks: VariantChecks<'extras.hasMore'> = {
  'extras.hasMore': {
    absent: {
      'is on no page': hasMore(undefined, undefined, undefined),
      'is not in an empty list': hasMoreWhenEmpty({}),
    },
    present: {
      'is on every page': hasMore(true, true, false),
      'is in an empty list': hasMoreWhenEmpty({ hasMore: false }),
    },
  },
}
