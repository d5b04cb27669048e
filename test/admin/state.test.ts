import { describe, expect, it } from 'vitest'
import { createPlace, SANDBOX, V1 } from './admin-place.js'

describe('sandboxes', () => {
  it('are created, listed and removed', async () => {
    const { ask, pass } = createPlace()
    const options = { scenario: 'personas', assumptions: { 'roles.pageSize': 5 } }
    expect(await ask('PUT', `${V1}/sandboxes/w1`, options)).toMatchObject({
      status: 201,
      body: { name: 'w1', options },
    })
    expect(await ask('PUT', `${V1}/sandboxes/w1`, options)).toMatchObject({ status: 200 })
    expect(await ask('PUT', `${V1}/sandboxes/w1`)).toMatchObject({
      status: 200,
      body: { name: 'w1', options: {} },
    })
    expect(await ask('PUT', `${V1}/sandboxes/w2`)).toMatchObject({ status: 201 })
    pass(5000)
    expect((await ask('GET', `${V1}/sandboxes/w2`)).body).toEqual({ name: 'w2', options: {} })
    expect((await ask('GET', `${V1}/sandboxes`)).body.sandboxes).toEqual([
      { name: 'default', idleSeconds: 5 },
      { name: 'w1', idleSeconds: 5 },
      { name: 'w2', idleSeconds: 0 },
    ])
    expect((await ask('DELETE', `${V1}/sandboxes/w1`)).status).toBe(204)
    expect((await ask('DELETE', `${V1}/sandboxes/w1`)).status).toBe(404)
  })

  it('may have a measured profile', async () => {
    const { ask } = createPlace()
    const evidence = 'GET /api/v0/roles without Authorization: 403'
    const profile = {
      extends: 'reported',
      measured: '2026-11-23',
      assumptions: { 'auth.missing': { value: '403', evidence } },
    }
    expect(await ask('PUT', `${V1}/sandboxes/w1`, { profile })).toMatchObject({ status: 201 })
    const path = `${V1}/sandboxes/w1/assumptions`
    expect((await ask('GET', path)).body).toMatchObject({
      settings: { 'auth.missing': '403', 'errors.body': 'envelope' },
      measured: { 'auth.missing': { on: '2026-11-23', evidence } },
    })
    expect((await ask('PATCH', path, { 'auth.missing': '401' })).body.measured).toEqual({})
    expect(
      await ask('PUT', `${V1}/sandboxes/w2`, { profile: { ...profile, measured: 'today' } }),
    ).toMatchObject({
      status: 422,
      body: { option: 'profile.measured' },
    })
  })

  it('do not show the secrets of their clients', async () => {
    const { ask, sandboxes } = createPlace({ base: { assumptions: { 'token.endpoint': 'on' } } })
    const created = await ask('PUT', `${V1}/sandboxes/w1`, {
      clients: { mine: { secret: 'hush', scopes: [] } },
    })
    const read = await ask('GET', `${V1}/sandboxes/w1`)
    expect(created.body.options).toEqual({ clients: { mine: { secret: '…', scopes: [] } } })
    expect(read.body).toEqual(created.body)
    expect(sandboxes.optionsOf('w1').clients).toEqual({ mine: { secret: 'hush', scopes: [] } })
  })

  it('that do not exist are a 404 for every path', async () => {
    const { ask } = createPlace()
    for (const path of ['', '/data', '/users', '/users/1', '/tokens', '/requests', '/coverage', '/faults']) {
      const { status, body } = await ask('GET', `${V1}/sandboxes/none${path}`)
      expect({ status, detail: body.detail }).toEqual({
        status: 404,
        detail: expect.stringContaining(
          'there is no sandbox "none"; the sandboxes are: default; create one with PUT',
        ),
      })
    }
  })
})

it.each([
  ['DELETE', '/tokens/somebody-elses-secret', 'cannot revoke an unknown token'],
  ['DELETE', '/faults/7', 'there is no fault with the id "7"'],
])('%s %s of something that does not exist is a 404', async (method, path, detail) => {
  const { ask } = createPlace()
  expect(await ask(method, SANDBOX + path)).toMatchObject({ status: 404, body: { detail } })
})

describe('an invalid body is a 422 and changes nothing:', () => {
  it.each([
    ['POST', '/tokens', { scope: ['user:read'] }],
    ['POST', '/tokens', []],
    ['PATCH', '/assumptions', { 'roles.pageSize': 5, 'roles.lastPage': 'none' }],
    ['PATCH', '/assumptions', []],
    ['PATCH', '/clock', { advance: 5, to: 6 }],
    ['PATCH', '/clock', {}],
    ['POST', '/reset', { records: true }],
    ['POST', '/restore', { id: '1', x: 1 }],
    ['POST', '/restore', {}],
    ['POST', '/faults', { effect: { statu: 500 } }],
    ['POST', '/faults', {}],
    ['PUT', '/data', { roles: [{ name: 'a' }, { name: 'a' }] }],
  ])('%s %s %j', async (method, path, body) => {
    const { ask, mock } = createPlace({ base: { now: 1000 } })
    await mock.snapshot()
    await mock.roles.create({ name: 'mine' })
    const stateNow = () => [mock.export(), mock.tokens.all, mock.settings, mock.clock.now(), mock.faults.all]
    const before = stateNow()
    expect((await ask(method, SANDBOX + path, JSON.stringify(body))).status).toBe(422)
    expect(stateNow()).toEqual(before)
  })
})
