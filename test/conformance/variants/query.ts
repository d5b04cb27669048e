import { expect } from 'vitest'
import { ROLES, volunteerPath, type Client } from '../client.js'
import { expectSuccess, readProblem, readRoleList } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const badLimits = [
  'limit=',
  'limit',
  'limit=0',
  'limit=-1',
  'limit=1001',
  'limit=99999999999999999999',
  'limit=1.5',
  'limit=1e2',
  'limit=0x10',
  'limit=+5',
  'limit=%205',
  'limit=5%0A',
  'limit=ten',
  'limit=%D9%A5',
  'limit=5,6',
  'limit=5&limit=5',
  'limit=5&limit=',
]

const others = ['page=2', 'limits=5', 'Limit=5', 'nextpage=x', 'cursor=x', 'sort=-name', '%zz', '=x']

async function sizeOf({ get }: Client, query: string): Promise<number | undefined> {
  return (await readRoleList(await get(`${ROLES}?${query}`))).data?.length
}

const limitIsIgnored: Check = async (open) => {
  const client = await open()
  for (const query of ['limit=5', 'limit=1000', ...badLimits]) {
    expect({ query, size: await sizeOf(client, query) }).toEqual({ query, size: 100 })
  }
}

const limitIsHonoured: Check = async (open) => {
  const client = await open({ roles: 1200 })
  for (const size of [1, 5, 99, 101, 1000]) expect(await sizeOf(client, `limit=${size}`)).toBe(size)
  expect(await sizeOf(client, '')).toBe(100)
}

const limitMayChangeBetweenPages: Check = async (open) => {
  const client = await open()
  const ids: string[] = []
  let cursor: string | null | undefined = ''
  for (const limit of [3, 7, 1, 1000]) {
    const next: string = cursor === '' ? '' : `&nextPage=${cursor}`
    const { data, nextPage } = await readRoleList(await client.get(`${ROLES}?limit=${limit}${next}`))
    expect(data).toHaveLength(Math.min(limit, 250 - ids.length))
    ids.push(...data!.map(({ id }) => id))
    cursor = nextPage
  }
  expect(cursor).toBeNull()
  expect(ids).toEqual(client.mock.roles.findMany().map(({ id }) => id))
}

const badLimitsAreRefused: Check = async (open) => {
  const { get } = await open()
  for (const query of badLimits) {
    const body = await readProblem(await get(`${ROLES}?${query}`))
    expect({ query, ...body }).toMatchObject({
      query,
      status: 400,
      code: 'invalid_limit',
      assumption: 'roles.limit',
    })
  }
}

const limitIsNoMatterOfTheRecord: Check = async (open) => {
  const { get } = await open()
  expectSuccess(await get(`${volunteerPath('1')}?limit=0&page=2`))
}

const othersAreIgnored: Check = async (open) => {
  const { get } = await open()
  const plain = await (await get(ROLES)).text()
  for (const query of others) {
    const response = await get(`${ROLES}?${query}`)
    expectSuccess(response)
    expect(await response.text()).toBe(plain)
  }
}

const othersAreRefused: Check = async (open) => {
  const { get } = await open()
  for (const query of others) {
    for (const each of [query, `limit=5&${query}`]) {
      const body = await readProblem(await get(`${ROLES}?${each}`))
      expect({ each, ...body }).toMatchObject({
        each,
        status: 400,
        code: 'unknown_parameter',
        assumption: 'roles.unknownQuery',
      })
    }
  }
  expect(JSON.stringify(await (await get(`${ROLES}?page=2`)).json())).toContain('page')
}

const knownOnesAreTaken: Check = async (open) => {
  const { get, page } = await open()
  const { nextPage } = await page()
  for (const query of ['', `nextPage=${nextPage}`, 'limit=5', `limit=5&nextPage=${nextPage}`]) {
    expectSuccess(await get(`${ROLES}?${query}`))
  }
  expectSuccess(await get(`${volunteerPath('1')}?page=2`))
}

export const queryChecks: VariantChecks<'roles.limit' | 'roles.unknownQuery'> = {
  'roles.limit': {
    ignored: { 'has pages of the usual size, whatever the limit': limitIsIgnored },
    honoured: {
      'has pages of the size that was asked for, from 1 to 1000': limitIsHonoured,
      'may be another on every page': limitMayChangeBetweenPages,
      'refuses what is no limit': badLimitsAreRefused,
      'is no matter of the volunteer record': limitIsNoMatterOfTheRecord,
    },
  },
  'roles.unknownQuery': {
    ignored: { 'answers as if it were not there': othersAreIgnored },
    rejected: {
      'refuses it, and says which': othersAreRefused,
      'takes nextPage and limit': knownOnesAreTaken,
    },
  },
}
