import { describe, expect, it } from 'vitest'
import { authorized } from '../support/ask.js'
import { createPlace, SPACE, V1 } from './control-place.js'

async function rolesStatus(mock: { fetch(request: Request): Promise<Response> }, token?: string) {
  return (await mock.fetch(authorized('/api/v0/roles', token))).status
}

describe('spaces', () => {
  it('are created, listed and removed', async () => {
    const { ask, pass } = createPlace()
    const options = { scenario: 'personas', assumptions: { 'roles.pageSize': 5 } }
    expect(await ask('PUT', `${V1}/spaces/w1`, options)).toMatchObject({
      status: 201,
      body: { name: 'w1', options },
    })
    expect(await ask('PUT', `${V1}/spaces/w1`, options)).toMatchObject({ status: 200 })
    expect(await ask('PUT', `${V1}/spaces/w1`)).toMatchObject({
      status: 200,
      body: { name: 'w1', options: {} },
    })
    expect(await ask('PUT', `${V1}/spaces/w2`)).toMatchObject({ status: 201 })
    pass(5000)
    expect((await ask('GET', `${V1}/spaces/w2`)).body).toEqual({ name: 'w2', options: {} })
    expect((await ask('GET', `${V1}/spaces`)).body.spaces).toEqual([
      { name: 'default', idleSeconds: 5 },
      { name: 'w1', idleSeconds: 5 },
      { name: 'w2', idleSeconds: 0 },
    ])
    expect((await ask('DELETE', `${V1}/spaces/w1`)).status).toBe(204)
    expect((await ask('DELETE', `${V1}/spaces/w1`)).status).toBe(404)
  })

  it('that do not exist are a 404 for every path', async () => {
    const { ask } = createPlace()
    for (const path of ['', '/data', '/users', '/users/1', '/tokens', '/requests', '/coverage', '/faults']) {
      const { status, body } = await ask('GET', `${V1}/spaces/none${path}`)
      expect({ status, detail: body.detail }).toEqual({
        status: 404,
        detail: expect.stringContaining(
          'there is no space "none"; the spaces are: default; create one with PUT',
        ),
      })
    }
  })

  it('with invalid options are not created', async () => {
    const { ask, spaces } = createPlace()
    const invalid = await ask('PUT', `${V1}/spaces/w1`, { scenarios: 'personas' })
    expect(invalid).toMatchObject({ status: 422, body: { error: 'InvalidOptionError' } })
    expect(invalid.body.detail).toContain('unknown option "scenarios": did you mean "scenario"?')
    const data = await ask('PUT', `${V1}/spaces/w1`, { data: { users: [{ id: 5 }] } })
    expect(data).toMatchObject({
      status: 422,
      body: { error: 'DataError', problems: [{ path: '$.users[0].id' }] },
    })
    expect((await ask('PUT', `${V1}/spaces/W1`)).status).toBe(422)
    expect((await ask('PUT', `${V1}/spaces/default`, { seed: 2 })).status).toBe(409)
    expect(spaces.names).toEqual(['default'])
  })
})

describe('tokens', () => {
  it('are listed, issued and revoked', async () => {
    const { ask, mock } = createPlace()
    const issued = await ask('POST', `${SPACE}/tokens`, {
      scopes: ['volunteer:read', 'user:read'],
      token: 'a/b+c~d==',
    })
    expect(issued).toMatchObject({ status: 201, body: { token: 'a/b+c~d==', origin: 'issued' } })
    const { body } = await ask('GET', `${SPACE}/tokens`)
    expect(body.tokens).toEqual(JSON.parse(JSON.stringify(mock.tokens.all)))
    expect(await rolesStatus(mock, 'a/b+c~d==')).toBe(200)
    const path = `${SPACE}/tokens/${encodeURIComponent('a/b+c~d==')}`
    expect((await ask('DELETE', path)).status).toBe(204)
    expect(await rolesStatus(mock, 'a/b+c~d==')).toBe(401)
    expect((await ask('POST', `${SPACE}/tokens`)).body.scopes).toEqual([])
  })

  it('that are unknown or invalid are an error without the token', async () => {
    const { ask } = createPlace()
    const unknown = await ask('DELETE', `${SPACE}/tokens/somebody-elses-secret`)
    expect(unknown).toMatchObject({ status: 404, body: { detail: 'cannot revoke an unknown token' } })
    expect((await ask('POST', `${SPACE}/tokens`, { scope: ['user:read'] })).status).toBe(422)
    expect((await ask('POST', `${SPACE}/tokens`, { scopes: ['x'] })).status).toBe(422)
    expect((await ask('POST', `${SPACE}/tokens`, '[]')).status).toBe(422)
  })
})

it('reads and changes the assumptions, all or none', async () => {
  const { ask, mock } = createPlace()
  const path = `${SPACE}/assumptions`
  expect((await ask('GET', path)).body).toEqual({ settings: mock.settings })
  const invalid = await ask('PATCH', path, { 'roles.pageSize': 5, 'roles.lastPage': 'none' })
  expect(invalid).toMatchObject({ status: 422, body: { error: 'InvalidOptionError' } })
  expect(mock.settings['roles.pageSize']).toBe(100)
  const { body } = await ask('PATCH', path, {
    'roles.pageSize': 5,
    rateLimit: { requests: 1, perSeconds: 2 },
  })
  expect(body.settings).toMatchObject({ 'roles.pageSize': 5, rateLimit: { requests: 1, perSeconds: 2 } })
  expect(mock.settings['roles.pageSize']).toBe(5)
  expect((await ask('PATCH', path, '[]')).status).toBe(422)
})

it('reads and advances the clock', async () => {
  const { ask, mock } = createPlace({ base: { now: 1000 } })
  const path = `${SPACE}/clock`
  expect((await ask('GET', path)).body).toEqual({ now: 1000 })
  expect((await ask('PATCH', path, { advance: 60 })).body).toEqual({ now: 61_000 })
  for (const body of [{ advance: -1 }, { advance: '5' }, { now: 5 }, { advance: 5, to: 6 }, {}, 5]) {
    expect((await ask('PATCH', path, JSON.stringify(body))).status).toBe(422)
  }
  expect(mock.clock.now()).toBe(61_000)
})

it('resets a space', async () => {
  const { ask, mock } = createPlace()
  const before = mock.export()
  await ask('DELETE', `${SPACE}/users`)
  await ask('PATCH', `${SPACE}/assumptions`, { 'roles.pageSize': 5 })
  expect((await ask('POST', `${SPACE}/reset`, { records: true })).status).toBe(422)
  expect(mock.users.count()).toBe(0)
  expect((await ask('POST', `${SPACE}/reset`, {})).status).toBe(204)
  expect((await ask('POST', `${SPACE}/reset`)).status).toBe(204)
  expect(mock.export()).toEqual(before)
  expect(mock.settings['roles.pageSize']).toBe(100)
})

describe('faults', () => {
  it('are added, listed and removed', async () => {
    const { ask, mock } = createPlace()
    const fault = { operation: 'listRoles', when: { nth: 1 }, effect: { status: 503, delay: [0, 1] } }
    const added = await ask('POST', `${SPACE}/faults`, fault)
    expect(added).toMatchObject({ status: 201, body: { ...fault, id: expect.any(String) } })
    expect((await ask('GET', `${SPACE}/faults`)).body).toEqual({ faults: [added.body] })
    expect([await rolesStatus(mock), await rolesStatus(mock)]).toEqual([503, 200])
    expect((await ask('DELETE', `${SPACE}/faults/${added.body.id}`)).status).toBe(204)
    const again = await ask('DELETE', `${SPACE}/faults/${added.body.id}`)
    expect(again).toMatchObject({
      status: 404,
      body: { detail: `there is no fault with the id "${added.body.id}"` },
    })
    await ask('POST', `${SPACE}/faults`, { effect: { hang: true } })
    expect((await ask('DELETE', `${SPACE}/faults`)).status).toBe(204)
    expect(mock.faults.all).toEqual([])
  })

  it('that are invalid are not added', async () => {
    const { ask, mock } = createPlace()
    for (const body of [
      {},
      { effect: {} },
      { effect: { status: 200 } },
      { effect: { statu: 500 } },
      [],
      5,
      null,
    ]) {
      expect(await ask('POST', `${SPACE}/faults`, JSON.stringify(body))).toMatchObject({
        status: 422,
        body: { error: 'InvalidOptionError' },
      })
    }
    expect(mock.faults.all).toEqual([])
  })
})

describe('the data', () => {
  it('returns to a snapshot', async () => {
    const { ask, mock } = createPlace()
    await mock.roles.create({ name: 'before' })
    const before = mock.export()
    const { status, body } = await ask('POST', `${SPACE}/snapshot`)
    expect([status, body]).toEqual([201, { id: '1' }])
    await ask('DELETE', `${SPACE}/users`)
    expect((await ask('POST', `${SPACE}/restore`, body)).status).toBe(204)
    expect(mock.export()).toEqual(before)
    expect(await ask('POST', `${SPACE}/restore`, { id: '2' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('unknown snapshot "2"') },
    })
    for (const wrong of [{}, { id: 1 }, { id: '1', x: 1 }]) {
      expect((await ask('POST', `${SPACE}/restore`, wrong)).status).toBe(422)
    }
  })

  it('is replaced as a whole or not at all', async () => {
    const { ask, mock } = createPlace()
    const before = mock.export()
    const invalid = await ask('PUT', `${SPACE}/data`, {
      roles: [{ name: 'a' }, { name: 'a' }],
      users: [{ id: 5 }],
    })
    expect(invalid).toMatchObject({ status: 422, body: { error: 'DataError' } })
    expect(invalid.body.problems.map(({ path }: { path: string }) => path)).toEqual([
      '$.users[0].id',
      '$.roles[1].name',
    ])
    expect(mock.export()).toEqual(before)
    const users = [{ id: '5', firstName: 'Ada', preferredName: { $absent: true } }]
    expect((await ask('PUT', `${SPACE}/data`, { users })).status).toBe(204)
    expect(mock.export()).toMatchObject({ users: [{ id: '5', firstName: 'Ada' }], roles: [], volunteers: [] })
    expect(mock.users.find('5')).not.toHaveProperty('preferredName')
  })
})
