import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { resourceSchemas } from '../../src/contract/resources.js'
import { edgeCases, type AssumptionInput, type MockOptions } from '../../src/index.js'
import { provoke, refusals } from '../support/refusals.js'
import { connect, ROLES, volunteerPath, type Client } from './client.js'
import { expectSuccess } from './expectations.js'
import { envelopeOf } from './variants/errors.js'
import { askToken } from './variants/token.js'

async function tokenStatus(client: Client): Promise<number> {
  // msw prints an error for a request without a handler, and rejects it.
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  const response = await askToken(client).catch(() => undefined)
  return response?.status ?? 404
}

/** The features in which the profiles differ. */
async function traitsOf(client: Client) {
  const { get } = client
  const page = (await (await get(`${ROLES}?limit=7`)).json()) as { data: unknown[]; hasMore?: boolean }
  const { user } = (await (await get(volunteerPath(edgeCases.noPreferredName.user.id))).json()) as {
    user: object
  }
  return {
    limit: page.data.length,
    hasMore: page.hasMore,
    error: Object.keys((await (await get(ROLES, 'unknown-token')).json()) as object)[0],
    preferredName: 'preferredName' in user ? user.preferredName : 'absent',
    isStaff: 'isStaff' in user ? typeof user.isStaff : 'absent',
    token: await tokenStatus(client),
  }
}

const reported = {
  limit: 7,
  hasMore: true,
  error: 'errors',
  preferredName: null,
  isStaff: 'boolean',
  token: 200,
}

const overrides: readonly (readonly [AssumptionInput, Partial<Record<keyof typeof reported, unknown>>])[] = [
  [{ 'roles.limit': 'ignored' }, { limit: 100 }],
  [{ 'roles.pageSize': 3 }, {}],
  [{ 'extras.hasMore': 'absent' }, { hasMore: undefined }],
  [{ 'errors.body': 'problem' }, { error: 'type' }],
  [{ 'user.preferredNameUnset': 'absent' }, { preferredName: 'absent' }],
  [{ 'extras.isStaff': 'absent' }, { isStaff: 'absent' }],
  [{ 'token.endpoint': 'off' }, { token: 404 }],
]

const open = (options: MockOptions = {}) => connect({ profile: 'reported', ...options })

describe('the profile reported', () => {
  it('lists all roles, with hasMore on each page', async () => {
    const { walk } = open()
    const pages = await walk()
    const rest = pages.map(({ data, ...others }) => ({ size: data?.length, ...others }))
    const nextPage = expect.any(String) as string
    expect(rest).toStrictEqual([
      { size: 100, nextPage, hasMore: true },
      { size: 100, nextPage, hasMore: true },
      { size: 50, nextPage: null, hasMore: false },
    ])
  })

  it('applies a limit', async () => {
    const { get, mock } = open()
    const response = await get(`${ROLES}?limit=1000`)
    expectSuccess(response)
    const data = mock.roles.findMany()
    expect(await response.json()).toStrictEqual({ data, nextPage: null, hasMore: false })
    const refusal = await get(`${ROLES}?limit=1001`)
    expect(refusal.status).toBe(400)
    expect(await refusal.json()).toStrictEqual({
      errors: { validation: { message: expect.stringContaining('limit') as string } },
    })
  })

  it('shows a record with preferredName, which may be null, and isStaff', async () => {
    const { get, mock } = open()
    const { noPreferredName, nullPreferredName, preferredName: named } = edgeCases
    for (const { id } of [noPreferredName, nullPreferredName, named].map(({ user }) => user)) {
      const record = mock.volunteers.find({ user: { id } })!
      const response = await get(volunteerPath(id))
      expectSuccess(response)
      const body = (await response.json()) as object
      const preferredName = record.user.preferredName ?? null
      const user = { ...record.user, preferredName, isStaff: expect.any(Boolean) as boolean }
      expect(body).toStrictEqual({ ...record, user })
      expect(() => resourceSchemas.Volunteer.parse(body)).not.toThrow()
    }
  })

  it.each(refusals)('refuses $what in an envelope', async (refusal) => {
    const { assumptions = {}, status } = refusal
    const response = await provoke(open({ assumptions }), refusal)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toStrictEqual(envelopeOf(refusal))
  })

  it('answers 501 for other operations, after the credential', async () => {
    const { fetch, get } = open()
    expect((await fetch('/api/v0/users/1')).status).toBe(401)
    const response = await get('/api/v0/users/1')
    expect(response.status).toBe(501)
    const message = expect.stringMatching(
      /GET \/api\/v0\/users\/1 is not in the API specification.*handler/,
    ) as string
    expect(await response.json()).toStrictEqual({ errors: { server: { message } } })
  })

  it('refuses a path outside of the API in an envelope', async () => {
    const response = await open().get('/nowhere')
    expect(response.status).toBe(404)
    expect(await response.json()).toStrictEqual({
      errors: { resource: { message: expect.stringContaining('/nowhere') as string } },
    })
  })

  it('issues tokens', async () => {
    const client = open()
    const response = await askToken(client, { scope: 'user:read' })
    expectSuccess(response)
    const { access_token: token, ...rest } = (await response.json()) as { access_token: string }
    expect(rest).toStrictEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'user:read' })
    expectSuccess(await client.get(ROLES, token))
  })

  it('differs from the profile spec in all these features', async () => {
    expect(await traitsOf(open())).toEqual(reported)
    expect(await traitsOf(connect())).toEqual({
      limit: 100,
      hasMore: undefined,
      error: 'type',
      preferredName: 'absent',
      isStaff: 'absent',
      token: 404,
    })
  })

  it.each(overrides)('is only changed in one feature by %j', async (assumptions, changed) => {
    expect(await traitsOf(open({ assumptions }))).toEqual({ ...reported, ...changed })
  })
})
