import { describe, expect, it } from 'vitest'
import { bearer } from '../support/running-server.js'
import { all, createSelector, DIFFERENT, ROLES, TOKEN } from './selector-place.js'

const UNKNOWN = /^404: There is no space "[^"]*"\. The spaces are: default, w1, w2\.$/
const MISSING = '400: The request names no space, but this server requires one.'

describe('a request belongs to the space of', () => {
  it.each([
    ['its path', `/~w1${ROLES}`, all],
    ['its path with an encoded tilde', `/%7ew1${ROLES}`, all],
    ['its path with an encoded tilde in upper case', `/%7Ew1${ROLES}?x=1`, all],
    ['its header', ROLES, { ...all, 'conmock-space': 'w1' }],
    ['its header, which is repeated', ROLES, { ...all, 'conmock-space': 'w1, w1' }],
    ['its token', ROLES, bearer('mock-all-scopes~w1')],
    ['its token, with other spaces and letters', ROLES, { authorization: 'bEARER   mock-all-scopes~w1 ' }],
    ['all of them', `/~w1${ROLES}`, { ...bearer('mock-all-scopes~w1'), 'conmock-space': 'w1' }],
  ])('%s', async (_, path, headers) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(path, headers)).toBe('w1')
  })

  it('default, if it names none or default', async () => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(ROLES)).toBe('default')
    expect(await spaceOf(`/~default${ROLES}`)).toBe('default')
    expect(await spaceOf(ROLES, { ...all, 'conmock-space': 'default' })).toBe('default')
    expect(await spaceOf(ROLES, bearer('mock-all-scopes~default'))).toBe('default')
  })

  it.each(['/', '?x=/~w2/api', ''])(
    'a path that only has the name of a space and "%s" is unknown',
    async (rest) => {
      const { ask } = await createSelector()
      const { status, body } = await ask(`/~w1${rest}`)
      expect({ status, detail: body.detail as string }).toEqual({
        status: 404,
        detail: expect.stringContaining(' /.'),
      })
    },
  )
})

describe('a request is refused', () => {
  it.each([
    [`/~w1${ROLES}`, { ...all, 'conmock-space': 'w2' }],
    [`/~w1${ROLES}`, bearer('mock-all-scopes~w2')],
    [`/~w1${ROLES}`, bearer('mock-all-scopes~default')],
    [`/~w1${ROLES}`, bearer('mock-all-scopes~other')],
    [`/~w1${ROLES}`, { ...bearer('mock-all-scopes~w1'), 'conmock-space': 'w2' }],
    [ROLES, { ...bearer('mock-all-scopes~w1'), 'conmock-space': 'w2' }],
    [ROLES, { ...all, 'conmock-space': 'w1, w2' }],
    [ROLES, { ...all, 'conmock-space': 'w1,' + 'x'.repeat(9000) }],
  ])('if its names differ: %s %j', async (path, headers) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(path, headers)).toMatch(DIFFERENT)
  })

  const unknown = ['other', 'W1', 'w 1', 'w1%20', '', '__proto__', 'w'.repeat(41), 'w'.repeat(9000)]

  it.each([...unknown, 'w1 ', 'ü', '~w1'])('if its path names an unknown space: "%s"', async (name) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(`/~${name}${ROLES}`)).toMatch(UNKNOWN)
  })

  it.each([...unknown, '..', '~w1'])('if its header names an unknown space: "%s"', async (name) => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(ROLES, { ...all, 'conmock-space': name })).toMatch(UNKNOWN)
  })

  it('if its token names an unknown space', async () => {
    const { spaceOf } = await createSelector()
    expect(await spaceOf(ROLES, bearer('mock-all-scopes~other'))).toMatch(UNKNOWN)
    // The token of a space that was removed.
    expect(await spaceOf(ROLES, bearer('mock-issued.abc.def~other'))).toMatch(UNKNOWN)
  })

  it('if it names no space, but has to', async () => {
    const { spaceOf, token } = await createSelector({ isRequired: true })
    expect(await spaceOf(ROLES)).toBe(MISSING)
    expect(await spaceOf('/unknown')).toBe(MISSING)
    expect(await spaceOf(ROLES, bearer('unknown'))).toBe(MISSING)
    expect(await token('conmock', 'form')).toMatchObject({ status: 400, token: undefined })
    for (const name of ['default', 'w1']) {
      expect(await spaceOf(`/~${name}${ROLES}`)).toBe(name)
      expect(await spaceOf(ROLES, bearer(`mock-all-scopes~${name}`))).toBe(name)
      expect((await token(`conmock~${name}`, 'form')).token).toMatch(`~${name}`)
    }
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

describe('a token with a ~', () => {
  const base = { tokens: { 'my~own': ['user:read'], 'my~w1': ['user:read'], short: ['user:read'] } } as const

  it('may be one of the options', async () => {
    const { spaceOf } = await createSelector({ base })
    expect(await spaceOf(ROLES, bearer('my~own'))).toBe('default')
    expect(await spaceOf(ROLES, bearer('my~w1'))).toBe('default')
    expect(await spaceOf(ROLES, bearer('my~own~w1'))).toBe('w1')
    expect(await spaceOf(ROLES, bearer('my~w1~w2'))).toBe('w2')
    expect(await spaceOf(ROLES, bearer('short~w2'))).toBe('w2')
    expect(await spaceOf(`/~w2${ROLES}`, bearer('my~w1'))).toBe('w2')
  })

  it('may be one of the space only', async () => {
    const { spaces, spaceOf } = await createSelector()
    for (const token of ['only~here', 'only~w2', 'only~w1']) {
      spaces.require('w1').tokens.issue({ token, scopes: ['user:read'] })
      expect(await spaceOf(`/~w1${ROLES}`, bearer(token))).toBe('w1')
      expect(await spaceOf(ROLES, { ...bearer(token), 'conmock-space': 'w1' })).toBe('w1')
    }
    expect(await spaceOf(ROLES, bearer('only~w1'))).toBe('w1')
    expect(await spaceOf(ROLES, bearer('only~w1~w1'))).toBe('w1')
  })

  it('is not repeated if it is unknown, because it may be a real one', async () => {
    const { spaces, spaceOf } = await createSelector()
    for (const path of [ROLES, `/~w1${ROLES}`]) {
      for (const token of ['real-secret~hidden', '~hidden', 'a~b~hidden', 'real~hidden~']) {
        expect(await spaceOf(path, bearer(token))).toMatch(/^401: /)
      }
    }
    expect(await spaceOf(ROLES, bearer('real-secret~w1'))).toMatch(/^401: /)
    const entries = spaces.names.flatMap((name) => spaces.require(name).requests.all())
    expect(JSON.stringify(entries)).not.toMatch(/hidden|real/)
    expect(entries.map(({ space }) => space)).toEqual([...Array(4).fill('default'), ...Array(5).fill('w1')])
  })

  it('is not one of several credentials', async () => {
    const { spaceOf } = await createSelector()
    expect(
      await spaceOf(ROLES, { authorization: 'Bearer mock-all-scopes~w1, Bearer mock-all-scopes~w2' }),
    ).toMatch(/^400: The Authorization/)
    expect(await spaceOf(ROLES, { authorization: 'Basic x~w1' })).toMatch(/^401: /)
  })
})

it('a path of baseUrl comes after the name of the space', async () => {
  const { spaceOf, token } = await createSelector({ base: { baseUrl: 'http://localhost:4020/service' } })
  expect(await spaceOf(`/~w1/service${ROLES}`)).toBe('w1')
  expect(await spaceOf(`/service${ROLES}`, { ...all, 'conmock-space': 'w1' })).toBe('w1')
  expect((await token('conmock~w1', 'form', { path: `/service${TOKEN}` })).token).toMatch(/~w1$/)
})
