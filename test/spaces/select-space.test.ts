import { describe, expect, it } from 'vitest'
import { requestOf } from '../../src/mock/mock-request.js'
import type { MockOptions } from '../../src/mock/options.js'
import { SpaceSelector } from '../../src/spaces/select-space.js'
import { createPlace } from '../control/control-place.js'
import { bearer } from '../support/running-server.js'

const ROLES = '/api/v0/roles'
const all = bearer('mock-all-scopes')

/** A selector for two spaces, each with a role that has the name of the space. */
async function createSelector(options: { readonly isRequired?: boolean; readonly base?: MockOptions } = {}) {
  const { isRequired = false, base } = options
  const { spaces } = createPlace({ base: { scenario: 'empty', ...base } })
  for (const name of ['w1', 'w2']) spaces.create(name)
  for (const name of spaces.names) await spaces.require(name).roles.create({ name })
  const selector = new SpaceSelector(spaces, isRequired)
  return {
    spaces,
    /** Returns the space that answers a request for the roles, or the status and the code of the refusal. */
    spaceOf: async (path: string, headers: Record<string, string> = all): Promise<string> => {
      const given = requestOf(new Request(`http://localhost:4020${path}`, { headers }))
      const selected = selector.select(given)
      const { status, body } = await ('detail' in selected
        ? selector.refuse(given, selected)
        : selector.answer(selected))
      const answer = (await new Response(body).json()) as { data: { name: string }[]; code: string }
      return status === 200 ? answer.data[0]!.name : `${status} ${answer.code}`
    },
  }
}

describe('a request belongs to the space of', () => {
  it.each([
    ['its path', `/~w1${ROLES}`, all],
    ['its path with an encoded tilde', `/%7ew1${ROLES}`, all],
    ['its path with an encoded tilde in upper case', `/%7Ew1${ROLES}?x=1`, all],
    ['its header', ROLES, { ...all, 'conmock-space': 'w1' }],
    ['its header, which is repeated', ROLES, { ...all, 'conmock-space': 'w1, w1' }],
    ['both of them', `/~w1${ROLES}`, { ...all, 'conmock-space': 'w1' }],
  ])('%s', async (_, path, headers) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(path, headers)).toBe('w1')
  })

  it('default, if it names none or default', async () => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(ROLES)).toBe('default')
    expect(await spaceOf(`/~default${ROLES}`)).toBe('default')
    expect(await spaceOf(ROLES, { ...all, 'conmock-space': 'default' })).toBe('default')
  })

  it.each(['/', '?x=/~w2/api', ''])('its path, also if "%s" is the rest of the path', async (rest) => {
    const { spaces, spaceOf } = await createSelector()
    expect(await spaceOf(`/~w1${rest}`)).toBe('404 unknown_path')
    expect(spaces.require('w1').requests.last()).toMatchObject({ path: '/' })
  })

  it('its path, in front of the path of baseUrl', async () => {
    const { spaceOf } = await createSelector({ base: { baseUrl: 'http://localhost:4020/service' } })
    expect(await spaceOf(`/~w1/service${ROLES}`)).toBe('w1')
    expect(await spaceOf(`/service${ROLES}`, { ...all, 'conmock-space': 'w1' })).toBe('w1')
  })
})

it('a token with a ~ names no space', async () => {
  const { spaceOf } = await createSelector({ base: { tokens: { 'my~w1': ['user:read'] } } })
  expect(await spaceOf(ROLES, bearer('my~w1'))).toBe('default')
  expect(await spaceOf(`/~w2${ROLES}`, bearer('my~w1'))).toBe('w2')
})

describe('a request is refused', () => {
  it.each([
    [`/~w1${ROLES}`, 'w2'],
    [ROLES, 'w1, w2'],
    [ROLES, 'w1,' + 'x'.repeat(9000)],
  ])('if its names differ: %s %j', async (path, name) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(path, { ...all, 'conmock-space': name })).toBe('400 invalid_space')
  })

  const unknown = ['other', 'W1', 'w 1', 'w1%20', '', '__proto__', 'w'.repeat(41), 'w'.repeat(9000), '~w1']

  it.each([...unknown, 'w1 ', 'ü'])('if its path names an unknown space: "%s"', async (name) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(`/~${name}${ROLES}`)).toBe('404 unknown_space')
  })

  it.each([...unknown, '..'])('if its header names an unknown space: "%s"', async (name) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(ROLES, { ...all, 'conmock-space': name })).toBe('404 unknown_space')
  })

  it('if it names no space on a server that requires one', async () => {
    const { spaceOf } = await createSelector({ isRequired: true })
    for (const path of [ROLES, '/unknown']) expect(await spaceOf(path)).toBe('400 invalid_space')
    expect(await spaceOf(ROLES, bearer('unknown'))).toBe('400 invalid_space')
    for (const name of ['default', 'w1']) expect(await spaceOf(`/~${name}${ROLES}`)).toBe(name)
  })

  it('and recorded in the journal of default', async () => {
    const { spaces, spaceOf } = await createSelector()
    await spaceOf(`/~other${ROLES}`)
    await spaceOf(`/~w1${ROLES}`, { ...all, 'conmock-space': 'w2' })
    const entries = spaces.default.requests
      .all()
      .map(({ path, status, refusal }) => [path, status, refusal?.code])
    expect(entries).toEqual([
      [`/~other${ROLES}`, 404, 'unknown_space'],
      [`/~w1${ROLES}`, 400, 'invalid_space'],
    ])
    expect(spaces.require('w1').requests.all()).toEqual([])
  })
})
