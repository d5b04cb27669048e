import { expect } from 'vitest'
import { ROLES, volunteerPath, type Client } from '../client.js'
import { readProblem } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const START = 1_700_000_000_000

/** The status of a response, followed by Retry-After if it has one. */
async function ask({ get }: Client): Promise<string> {
  const response = await get(ROLES)
  const wait = response.headers.get('retry-after')
  return wait === null ? String(response.status) : `${response.status} ${wait}`
}

async function askTimes(client: Client, times: number): Promise<string[]> {
  const answers: string[] = []
  for (let i = 0; i < times; i++) answers.push(await ask(client))
  return answers
}

const noLimit: Check = async (open) => {
  const client = await open({ now: START })
  expect(new Set(await askTimes(client, 100))).toEqual(new Set(['200']))
}

/** Sends the first request at 0 seconds, and the others at 4 seconds. */
function slides(requests: number, perSeconds: number): Check {
  return async (open) => {
    const client = await open({ now: START })
    const { clock } = client.mock
    const allowed = Array.from({ length: requests - 1 }, () => '200')
    expect(await ask(client)).toBe('200')
    clock.advance(4)
    expect(await askTimes(client, requests)).toEqual([...allowed, `429 ${perSeconds - 4}`])
    clock.advance(perSeconds - 4.5)
    expect(await ask(client)).toBe('429 1')
    clock.advance(0.5)
    expect(await askTimes(client, 2)).toEqual(['200', '429 4'])
    clock.advance(4)
    expect(await askTimes(client, requests)).toEqual([...allowed, `429 ${perSeconds - 4}`])
  }
}

function counts(requests: number): Check {
  return async (open) => {
    const client = await open({ now: START })
    const { fetch, get, send, mock } = client
    const kinds = [
      () => fetch(ROLES),
      () => get(volunteerPath('4711471147')),
      () => send('POST', ROLES),
      () => send('HEAD', volunteerPath('1')),
    ]
    for (const kind of kinds.slice(0, requests)) expect((await kind()).status).not.toBe(429)
    for (const kind of kinds) expect((await kind()).status).toBe(429)
    expect((await get(ROLES)).headers.get('retry-after')).toMatch(/^\d+$/)
    await mock.reset()
    expect((await get(ROLES)).status).toBe(200)
  }
}

function namesSecondsToWait(requests: number, perSeconds: number): Check {
  return async (open) => {
    const client = await open({ now: START })
    await askTimes(client, requests)
    const response = await client.get(ROLES)
    expect(response.headers.get('retry-after')).toBe(String(perSeconds))
    const body = (await response.json()) as object
    expect(body).toMatchObject({ status: 429, code: 'rate_limited', assumption: 'rateLimit' })
    expect(await readProblem(await client.get(ROLES))).toEqual(body)
  }
}

function limit(requests: number, perSeconds: number) {
  return {
    'refuses too many requests with 429, and accepts more as the window slides': slides(requests, perSeconds),
    'counts requests with any path, method and credential, until reset()': counts(requests),
    'names the seconds to wait in Retry-After': namesSecondsToWait(requests, perSeconds),
  }
}

export const rateChecks: VariantChecks<'rateLimit'> = {
  rateLimit: {
    none: { 'accepts a hundred requests': noLimit },
    '3/10': limit(3, 10),
    '3/60': limit(3, 60),
    '2/10': limit(2, 10),
  },
}
