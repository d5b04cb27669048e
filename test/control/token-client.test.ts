import { describe, expect, it } from 'vitest'
import { bearer } from '../support/running-server.js'
import { createSelector, DIFFERENT, ROLES, TOKEN } from './selector-place.js'

describe.each(['form', 'basic', 'both'] as const)('a client id (%s)', (how) => {
  it('names the space, and so do its tokens', async () => {
    const { token, spaceOf, spaces } = await createSelector()
    const plain = (await token('conmock', how)).token!
    expect(plain).not.toContain('~')
    expect(await spaceOf(ROLES, bearer(plain))).toBe('default')
    const own = (await token('conmock~w1', how)).token!
    expect(own).toMatch(/~w1$/)
    expect(await spaceOf(ROLES, bearer(own))).toBe('w1')
    expect(await spaceOf(`/~w2${ROLES}`, bearer(own))).toMatch(DIFFERENT)
    const entry = spaces.require('w1').requests.find({ operation: 'token' })
    expect(entry).toMatchObject({ status: 200, path: TOKEN, space: 'w1' })
    expect(spaces.require('w2').requests.all()).toEqual([])
  })

  it('may stand beside an equal name, but not beside another', async () => {
    const { token } = await createSelector()
    const path = `/~w1${TOKEN}`
    expect((await token('conmock~w1', how, { path })).token).toMatch(/~w1$/)
    expect((await token('conmock~w1', how, { headers: { 'conmock-space': 'w1' } })).token).toMatch(/~w1$/)
    // The client names its space with each request, so its token need not.
    expect((await token('conmock', how, { path })).token).not.toContain('~')
    expect(await token('conmock~w2', how, { path })).toMatchObject({
      status: 400,
      body: { code: 'invalid_space' },
    })
    expect(await token('conmock~w2', how, { headers: { 'conmock-space': 'w1' } })).toMatchObject({
      status: 400,
    })
    expect(await token('conmock~other', how)).toMatchObject({ status: 404, body: { code: 'unknown_space' } })
  })

  it('may contain a ~', async () => {
    const secret = 'conmock-secret'
    const clients = { 'my~w1': { secret }, 'two words~x': { secret } }
    const { token, spaces } = await createSelector({ base: { clients } })
    expect((await token('my~w1', how)).token).not.toContain('~')
    expect((await token('my~w1~w2', how)).token).toMatch(/~w2$/)
    expect((await token('two words~x', how)).token).not.toContain('~')
    expect((await token('two words~x~w2', how)).token).toMatch(/~w2$/)
    expect(await token('unknown~id', how)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    spaces.create('w3', { clients: { 'here~w3': { secret }, 'here~w1': { secret } } })
    expect((await token('here~w3', how)).token).toMatch(/~w3$/)
    expect((await token('here~w1', how, { path: `/~w3${TOKEN}` })).token).not.toContain('~')
  })

  it('is refused as usual in a space', async () => {
    const { token, spaces } = await createSelector()
    spaces.create('off', { assumptions: { 'token.endpoint': 'off' } })
    expect(await token('conmock~off', how)).toMatchObject({ status: 404 })
    expect(await token('unknown~w1', how)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    spaces.require('w1').faults.add({ operation: 'token', effect: { status: 503 } })
    expect(await token('conmock~w1', how)).toMatchObject({ status: 503 })
    expect(await token('conmock~w2', how)).toMatchObject({ status: 200 })
  })
})

describe('a token request', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const grant = 'grant_type=client_credentials&client_secret=conmock-secret'

  it.each([
    ['a repeated client id', `${grant}&client_id=conmock~w1&client_id=conmock~w1`, {}, 400],
    ['no client id', grant, {}, 401],
    ['an empty client id', `${grant}&client_id=`, {}, 401],
    ['a client id that is only the name', `${grant}&client_id=~w1`, {}, 401],
    ['a body that is too long', `${grant}&client_id=conmock~w1&x=${'x'.repeat(70_000)}`, {}, 400],
    ['credentials that are not Base64', `${grant}&client_id=conmock~w1`, { authorization: 'Basic ~' }, 400],
    [
      'another id in the form',
      'grant_type=client_credentials&client_id=conmock~w2',
      { authorization: `Basic ${btoa('conmock~w1:conmock-secret')}` },
      400,
    ],
    [
      'an id that cannot be decoded',
      'grant_type=client_credentials',
      { authorization: `Basic ${btoa('%zz~w1:conmock-secret')}` },
      401,
    ],
  ])('with %s is refused as usual', async (_, body, more, status) => {
    const { ask } = await createSelector()
    expect(await ask(TOKEN, { ...headers, ...more }, { method: 'POST', body })).toMatchObject({ status })
  })

  it('keeps all other values of the form', async () => {
    const { ask } = await createSelector({ base: { clients: { a: { secret: 'p+q &=%zz ü' } } } })
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'a~w1',
      client_secret: 'p+q &=%zz ü',
    })
    form.set('scope', 'user:read')
    const body = form.toString()
    expect(await ask(TOKEN, headers, { method: 'POST', body })).toMatchObject({
      status: 200,
      body: { scope: 'user:read' },
    })
  })

  it('is only one with this path', async () => {
    const { ask } = await createSelector()
    const init = { method: 'POST', body: `${grant}&client_id=conmock~w1` }
    for (const path of [`${TOKEN}/`, `${ROLES}?x=${TOKEN}`, `/x${TOKEN}x`]) {
      expect((await ask(path, headers, init)).status).toBeGreaterThanOrEqual(404)
    }
  })
})
