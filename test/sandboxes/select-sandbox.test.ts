import { describe, expect, it } from 'vitest'
import { toApiRequest } from '../../src/mock/api-request.js'
import { SandboxSelector } from '../../src/sandboxes/select-sandbox.js'
import { createPlace } from '../admin/admin-place.js'
import { bearer } from '../support/running-server.js'
import type { MockOptions } from '../../src/convention/types.js'

const ROLES = '/api/v0/roles'
const all = bearer('mock-all-scopes')

/** A selector for two sandboxes, each with a role that has the name of the sandbox. */
async function createSelector(options: { readonly isRequired?: boolean; readonly base?: MockOptions } = {}) {
  const { isRequired = false, base } = options
  const { sandboxes } = createPlace({ base: { data: 'empty', ...base } })
  for (const name of ['w1', 'w2']) sandboxes.create(name)
  for (const name of sandboxes.names) await sandboxes.require(name).roles.create({ name })
  const selector = new SandboxSelector(sandboxes, isRequired)
  return {
    sandboxes,
    /** Returns the sandbox that answers a request for the roles, or the status and the code of the refusal. */
    sandboxOf: async (path: string, headers: Record<string, string> = all): Promise<string> => {
      const given = toApiRequest(new Request(`http://localhost:4020${path}`, { headers }))
      const selected = selector.select(given)
      const { status, body } = await ('detail' in selected
        ? selector.refuse(given, selected)
        : selector.respond(selected))
      const answer = (await new Response(body).json()) as { data: { name: string }[]; code: string }
      return status === 200 ? answer.data[0]!.name : `${status} ${answer.code}`
    },
  }
}

describe('a request belongs to the sandbox of', () => {
  it.each<[what: string, path: string, headers: Record<string, string>, name?: string]>([
    ['its path', `/~w1${ROLES}`, all],
    ['its path with an encoded tilde', `/%7ew1${ROLES}`, all],
    ['its path with an encoded tilde in upper case', `/%7Ew1${ROLES}?x=1`, all],
    ['its header', ROLES, { ...all, 'conmock-sandbox': 'w1' }],
    ['its header, which is repeated', ROLES, { ...all, 'conmock-sandbox': 'w1, w1' }],
    ['both of them', `/~w1${ROLES}`, { ...all, 'conmock-sandbox': 'w1' }],
    ['default, if it names none', ROLES, all, 'default'],
    ['default, if its path names it', `/~default${ROLES}`, all, 'default'],
    ['default, if its header names it', ROLES, { ...all, 'conmock-sandbox': 'default' }, 'default'],
  ])('%s', async (_, path, headers, name = 'w1') => {
    const { sandboxOf } = await createSelector()
    expect(await sandboxOf(path, headers)).toBe(name)
  })

  it.each(['/', '?x=/~w2/api', ''])('its path, also if "%s" is the rest of the path', async (rest) => {
    const { sandboxes, sandboxOf } = await createSelector()
    expect(await sandboxOf(`/~w1${rest}`)).toBe('404 unknown_path')
    expect(sandboxes.require('w1').requests.last()).toMatchObject({ path: '/' })
  })

  it('its path, in front of the path of baseUrl', async () => {
    const { sandboxOf } = await createSelector({ base: { baseUrl: 'http://localhost:4020/service' } })
    expect(await sandboxOf(`/~w1/service${ROLES}`)).toBe('w1')
    expect(await sandboxOf(`/service${ROLES}`, { ...all, 'conmock-sandbox': 'w1' })).toBe('w1')
  })
})

it('a token with a ~, or a ~ later in the path, names no sandbox', async () => {
  const { sandboxes, sandboxOf } = await createSelector({ base: { tokens: { 'my~w1': ['user:read'] } } })
  expect(await sandboxOf(ROLES, bearer('my~w1'))).toBe('default')
  expect(await sandboxOf(`/~w2${ROLES}`, bearer('my~w1'))).toBe('w2')
  expect(await sandboxOf(`/x/~w1${ROLES}`)).toBe('404 unknown_path')
  expect(sandboxes.require('w1').requests.all()).toEqual([])
})

describe('a request is refused', () => {
  it.each([
    [`/~w1${ROLES}`, 'w2'],
    [ROLES, 'w1, w2'],
    [ROLES, 'w1,' + 'x'.repeat(9000)],
  ])('if its names differ: %s %j', async (path, name) => {
    const { sandboxOf } = await createSelector()
    expect(await sandboxOf(path, { ...all, 'conmock-sandbox': name })).toBe('400 invalid_sandbox')
  })

  const unknown = ['other', 'W1', 'w 1', 'w1%20', '', '__proto__', 'w'.repeat(41), 'w'.repeat(9000), '~w1']

  it.each([...unknown, 'w1 ', 'ü'])('if its path names an unknown sandbox: "%s"', async (name) => {
    const { sandboxOf } = await createSelector()
    expect(await sandboxOf(`/~${name}${ROLES}`)).toBe('404 unknown_sandbox')
  })

  it.each([...unknown, '..'])('if its header names an unknown sandbox: "%s"', async (name) => {
    const { sandboxOf } = await createSelector()
    expect(await sandboxOf(ROLES, { ...all, 'conmock-sandbox': name })).toBe('404 unknown_sandbox')
  })

  it('if it names no sandbox on a server that requires one', async () => {
    const { sandboxOf } = await createSelector({ isRequired: true })
    for (const path of [ROLES, '/unknown']) expect(await sandboxOf(path)).toBe('400 invalid_sandbox')
    expect(await sandboxOf(ROLES, bearer('unknown'))).toBe('400 invalid_sandbox')
    for (const name of ['default', 'w1']) expect(await sandboxOf(`/~${name}${ROLES}`)).toBe(name)
  })

  it('and recorded in the request log of default', async () => {
    const { sandboxes, sandboxOf } = await createSelector()
    await sandboxOf(`/~other${ROLES}`)
    await sandboxOf(`/~w1${ROLES}`, { ...all, 'conmock-sandbox': 'w2' })
    const entries = sandboxes.default.requests
      .all()
      .map(({ path, status, refusal }) => [path, status, refusal?.code])
    expect(entries).toEqual([
      [`/~other${ROLES}`, 404, 'unknown_sandbox'],
      [`/~w1${ROLES}`, 400, 'invalid_sandbox'],
    ])
    expect(sandboxes.require('w1').requests.all()).toEqual([])
  })
})
