import { describe, expect, test } from 'vitest'
import type { RoleList } from '../../src/index.js'
import { startServer } from '../../src/server.js'
import { bearer, runServer } from '../support/running-server.js'

const options = { seed: 7, roles: 95, assumptions: { 'roles.pageSize': 10 } } as const

/** Reads all pages. `urlOf` selects the server for each page. */
async function walk(urlOf: (page: number) => Promise<string> | string): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page === 0 || cursor; page++) {
    const query = cursor ? `?nextPage=${encodeURIComponent(cursor)}` : ''
    const response = await fetch(`${await urlOf(page)}/api/v0/roles${query}`, {
      headers: bearer('mock-user-read'),
    })
    expect(response.status).toBe(200)
    const body = (await response.json()) as RoleList
    ids.push(...(body.data ?? []).map(({ id }) => id))
    cursor = body.nextPage
  }
  return ids
}

describe('servers with the same seed', () => {
  test('behind a round-robin proxy serve one list', async () => {
    const servers = [await runServer(options), await runServer(options)]
    const alone = await walk(() => servers[0]!.url)
    expect(alone).toHaveLength(95)
    expect(new Set(alone).size).toBe(95)
    expect(await walk((page) => servers[page % 2]!.url)).toEqual(alone)
  })

  test('accept the cursors of a server that was restarted', async () => {
    let server = await startServer({ port: 0, ...options })
    const whole = await walk(() => server.url)
    const interrupted = await walk(async (page) => {
      if (page === 4) {
        await server.close()
        server = await startServer({ port: 0, ...options })
      }
      return server.url
    })
    expect(interrupted).toEqual(whole)
    await server.close()
  })
})
