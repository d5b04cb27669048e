import { listOf } from '../operations.js'
import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { volunteerPath, type Client } from '../client.js'
import { expectSuccess, readPage, readProblem } from '../expectations.js'
import type { ListChecks } from './check.js'
import { type ListName } from '../../support/convention.js'

const invalidLimits = [
  ['limit=', 'limit', 'limit=0', 'limit=-1', 'limit=1001', 'limit=99999999999999999999', 'limit=1.5'],
  ['limit=1e2', 'limit=0x10', 'limit=+5', 'limit=%205', 'limit=5%0A', 'limit=ten', 'limit=%D9%A5'],
  ['limit=5,6', 'limit=5&limit=5', 'limit=5&limit='],
].flat()

const others = ['page=2', 'limits=5', 'Limit=5', 'nextpage=x', 'cursor=x', 'sort=-name', '%zz', '=x']

async function sizeOf({ get, path }: Client, list: ListName, query: string): Promise<number | undefined> {
  return (await readPage(await get(`${path}?${query}`), list)).data?.length
}

export const queryChecks: ListChecks<'limit' | 'unknownQuery'> = (list) => ({
  limit: {
    ignored: {
      'does not change the page size': async (open) => {
        const client = open(listOf(list, 250))
        for (const query of ['limit=5', 'limit=1000', ...invalidLimits]) {
          expect({ query, size: await sizeOf(client, list, query) }).toEqual({ query, size: 100 })
        }
      },
    },
    applied: {
      'sets the page size, from 1 to 1000': async (open) => {
        const client = open(listOf(list, 1200))
        for (const size of [1, 5, 99, 101, 1000])
          expect(await sizeOf(client, list, `limit=${size}`)).toBe(size)
        expect(await sizeOf(client, list, '')).toBe(100)
      },
      'may differ on every page': async (open) => {
        const { get, path, records } = open(listOf(list, 250))
        const ids: string[] = []
        let query = ''
        for (const limit of [3, 7, 1, 1000]) {
          const { data, nextPage } = await readPage(await get(`${path}?limit=${limit}${query}`), list)
          expect(data).toHaveLength(Math.min(limit, 250 - ids.length))
          ids.push(...data!.map(({ id }) => id))
          query = `&nextPage=${nextPage}`
        }
        expect(query).toBe('&nextPage=null')
        expect(ids).toEqual(records.findMany().map(({ id }) => id))
      },
      'refuses invalid limits': async (open) => {
        const { get, path } = open()
        for (const query of invalidLimits) {
          const body = await readProblem(await get(`${path}?${query}`))
          const expected = { query, ...refused.invalidLimit, assumption: `${list}.limit` }
          expect({ query, ...body }).toMatchObject(expected)
        }
      },
      'does not affect volunteer records': async (open) => {
        expectSuccess(await open().get(`${volunteerPath('1')}?limit=0&page=2`))
      },
    },
  },
  unknownQuery: {
    ignored: {
      'does not change the response': async (open) => {
        const { get, path } = open()
        const plain = await (await get(path)).text()
        for (const query of others) {
          const response = await get(`${path}?${query}`)
          expectSuccess(response)
          expect(await response.text()).toBe(plain)
        }
      },
    },
    rejected: {
      'refuses it, and names it': async (open) => {
        const { get, path } = open()
        for (const query of others.flatMap((each) => [each, `limit=5&${each}`])) {
          const body = await readProblem(await get(`${path}?${query}`))
          const expected = { query, ...refused.unknownParameter, assumption: `${list}.unknownQuery` }
          expect({ query, ...body }).toMatchObject(expected)
        }
        expect(JSON.stringify(await (await get(`${path}?page=2`)).json())).toContain('page')
      },
      'accepts nextPage and limit': async (open) => {
        const { get, page, path } = open({ assumptions: { [`${list}.pageSize`]: 5 } })
        const { nextPage } = await page()
        for (const query of ['', `nextPage=${nextPage}`, 'limit=5', `limit=5&nextPage=${nextPage}`]) {
          expectSuccess(await get(`${path}?${query}`))
        }
        expectSuccess(await get(`${volunteerPath('1')}?page=2`))
      },
    },
  },
})
