import { describe, expect, it } from 'vitest'
import { createMock } from '../../src/index.js'
import { runServer } from '../support/running-server.js'

/** A response as an HTTP client returned it. */
interface ClientAnswer {
  readonly status: number
  readonly body: unknown
}

/** Sends a request with an HTTP client, with or without a token. */
export type ClientAsk = (url: string, token?: string) => Promise<ClientAnswer>

interface RolePage {
  readonly data: readonly { readonly id: string; readonly name: string }[]
  readonly nextPage?: string | null
}

/** Tests that the server works with an HTTP client. */
export function testClient(name: string, ask: ClientAsk): void {
  describe(`the client ${name}`, () => {
    it('lists each role once over all pages', async () => {
      const server = await runServer({ roles: 25, assumptions: { 'roles.pageSize': 10 } })
      const pages: RolePage[] = []
      let next: string | null | undefined = ''
      while (typeof next === 'string') {
        const query: string = next === '' ? '' : `?nextPage=${encodeURIComponent(next)}`
        const { status, body } = await ask(`${server.url}/api/v0/roles${query}`, 'mock-user-read')
        expect(status).toBe(200)
        pages.push(body as RolePage)
        next = pages.at(-1)!.nextPage
      }
      expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 5])
      expect(pages.flatMap(({ data }) => data)).toEqual(createMock({ roles: 25 }).roles.findMany())
    })

    it('reads a volunteer', async () => {
      const server = await runServer()
      const { status, body } = await ask(`${server.url}/api/v0/users/9/volunteer`, 'mock-volunteer-read')
      expect(status).toBe(200)
      expect(body).toEqual(createMock().volunteers.find({ user: { id: '9' } }))
    })
  })
}
