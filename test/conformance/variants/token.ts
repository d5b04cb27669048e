import { expect, onTestFinished, vi } from 'vitest'
import { ROLES, volunteerPath, type Client } from '../client.js'
import { expectSuccess, readProblem, refused } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const PATH = '/api/oauth/token'

function askToken({ fetch }: Client, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'conmock',
    client_secret: 'conmock-secret',
    ...more,
  })
  return fetch(PATH, { method: 'POST', body })
}

/** What an error says, and what those say that caused it: in msw 3 the reason is a cause. */
function reasonsOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.message} ${reasonsOf(thrown.cause)}` : ''
}

const isNoPath: Check = async (open, { ownsUnknownPaths }) => {
  const client = await open()
  if (ownsUnknownPaths) {
    const response = await askToken(client)
    expect(await readProblem(response)).toMatchObject(refused.unknownPath)
    return
  }
  // msw prints each request that it refuses.
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  const thrown: unknown = await askToken(client).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(reasonsOf(thrown)).toMatch(/onUnhandled/)
}

const givesTokens: Check = async (open) => {
  const client = await open()
  const response = await askToken(client)
  expectSuccess(response)
  const { access_token: token, ...rest } = (await response.json()) as { access_token: string }
  expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'volunteer:read user:read' })
  for (const path of [ROLES, volunteerPath('1')]) expectSuccess(await client.get(path, token))
}

const givesTheScopeAskedFor: Check = async (open) => {
  const client = await open()
  const response = await askToken(client, { scope: 'user:read' })
  const { access_token: token, scope } = (await response.json()) as { access_token: string; scope: string }
  expect(scope).toBe('user:read')
  expectSuccess(await client.get(ROLES, token))
  expect((await client.get(volunteerPath('1'), token)).status).toBe(403)
}

const refusesAStranger: Check = async (open) => {
  const response = await askToken(await open(), { client_secret: 'guessed' })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'invalid_client' })
}

export const tokenChecks: VariantChecks<'token.endpoint'> = {
  'token.endpoint': {
    off: { 'is a path like any that leads nowhere': isNoPath },
    on: {
      'gives a token that is good for both operations': givesTokens,
      'gives a token of the scope that was asked for': givesTheScopeAskedFor,
      'refuses a client that it does not know': refusesAStranger,
    },
  },
}
