import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { pagePath, type Client } from '../client.js'
import { readProblem, readRoleList } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const YEARS = 10 * 31_536_000

const refusesInvalid: Check = async (open) => {
  const { get } = await open()
  const body = await readProblem(await get(pagePath('garbage')))
  expect(body).toMatchObject({ ...refused.invalidCursor, assumption: 'cursor.invalid' })
}

const startsAtFirstPage: Check = async (open) => {
  const { get, page } = await open()
  expect(await readRoleList(await get(pagePath('garbage')))).toEqual(await page())
}

const isEmpty: Check = async (open) => {
  const { get } = await open()
  expect(await readRoleList(await get(pagePath('garbage')))).toStrictEqual({ data: [], nextPage: null })
}

async function expectExpired({ get }: Client, cursor: string | null | undefined): Promise<void> {
  const body = await readProblem(await get(pagePath(cursor)))
  expect(body).toMatchObject(refused.invalidCursor)
  expect(body['detail']).toMatch(/seconds/)
}

const staysValid: Check = async (open) => {
  const { page, mock } = await open({ now: 0 })
  const { nextPage } = await page()
  const second = await page(nextPage)
  mock.clock.advance(YEARS)
  expect(await page(nextPage)).toEqual(second)
}

function expiresAfter(seconds: number): Check {
  return async (open) => {
    const client = await open({ now: 1_700_000_000_000 })
    const { nextPage } = await client.page()
    client.mock.clock.advance(seconds - 1)
    expect((await client.page(nextPage)).data).toHaveLength(100)
    client.mock.clock.advance(1)
    await expectExpired(client, nextPage)
    client.mock.clock.advance(YEARS)
    await expectExpired(client, nextPage)
  }
}

function usesOptionNow(seconds: number): Check {
  return async (open) => {
    let now = 1_700_000_000_000
    const client = await open({ now: () => now })
    const { nextPage } = await client.page()
    now += (seconds - 1) * 1000
    expect((await client.page(nextPage)).data).toHaveLength(100)
    now += 1000
    await expectExpired(client, nextPage)
  }
}

function countsFromEachResponse(seconds: number): Check {
  return async (open) => {
    const client = await open({ now: 1_700_000_000_000 })
    const first = await client.page()
    client.mock.clock.advance(seconds - 1)
    const second = await client.page(first.nextPage)
    client.mock.clock.advance(seconds - 1)
    await expectExpired(client, first.nextPage)
    const again = await client.page()
    expect(again.nextPage).not.toBe(first.nextPage)
    expect(await client.page(again.nextPage)).toMatchObject({ data: second.data })
    expect((await client.page(second.nextPage)).data).toHaveLength(50)
    await client.mock.reset()
    expect((await client.page(first.nextPage)).data).toHaveLength(100)
  }
}

/** An expired cursor is answered as `cursor.invalid` demands. */
function isInvalidAfterward(seconds: number): Check {
  return async (open) => {
    const { page, get, mock } = await open({ assumptions: { 'cursor.invalid': 'first-page' } })
    const first = await page()
    mock.clock.advance(seconds + 1)
    expect((await readRoleList(await get(pagePath(first.nextPage)))).data).toEqual(first.data)
    mock.assume({ 'cursor.invalid': 'empty-page' })
    expect(await page(first.nextPage)).toStrictEqual({ data: [], nextPage: null })
    mock.assume({ 'cursor.invalid': '400' })
    expect(await readProblem(await get(pagePath(first.nextPage)))).toMatchObject(refused.invalidCursor)
  }
}

function lifetime(seconds: number) {
  return {
    'is valid until it expires': expiresAfter(seconds),
    'uses the time of the option now': usesOptionNow(seconds),
    'counts from the response that contained the cursor': countsFromEachResponse(seconds),
    'is answered according to cursor.invalid after it expires': isInvalidAfterward(seconds),
  }
}

export const cursorChecks: VariantChecks<'cursor.invalid' | 'cursor.lifetime'> = {
  'cursor.invalid': {
    '400': { 'refuses it': refusesInvalid },
    'first-page': { 'starts at the first page': startsAtFirstPage },
    'empty-page': { 'gives an empty last page': isEmpty },
  },
  'cursor.lifetime': {
    forever: { 'is valid after ten years': staysValid },
    '60': lifetime(60),
    '3600': lifetime(3600),
  },
}
