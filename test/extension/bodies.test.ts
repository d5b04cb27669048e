import { expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi } from '../../src/index.js'

const ORIGIN = 'https://reg.example.com'
const headers = { authorization: 'Bearer mock-all-scopes' }

it('gets a body as its schema returns it, which may be no JSON, and checks the response that is sent', async () => {
  const due = z.object({ due: z.coerce.date() })
  const extend = extendApi().operation(
    'postpone',
    'POST /api/v0/postponed',
    { body: due, response: due },
    ({ body }) => ({ due: new Date(body.due.getTime() + 1).toISOString() }) as never,
  )
  const mock = createMock({ extend })
  const body = '{"due":"2026-01-01"}'
  const response = await mock.fetch(`${ORIGIN}/api/v0/postponed`, { method: 'POST', headers, body })
  expect(await response.json()).toEqual({ due: '2026-01-01T00:00:00.001Z' })
})

it('answers 500 if a function in the schema of its body throws, and goes on', async () => {
  const body = z.object({ site: z.string().transform((text) => new URL(text).href) })
  const extend = extendApi().operation('addSite', 'POST /api/v0/sites', { body }, () => ({}))
  const mock = createMock({ extend })
  const sent = { method: 'POST', headers, body: '{"site":"?"}' }
  expect((await mock.fetch(`${ORIGIN}/api/v0/sites`, sent)).status).toBe(500)
  expect(mock.requests.last()!.refusal!.detail).toContain('or a function in it throws')
})
