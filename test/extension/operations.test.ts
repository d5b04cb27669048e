import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createMock, extendApi, type MockOptions } from '../../src/index.js'
import { registrations } from './registrations.js'

const ORIGIN = 'https://reg.example.com'

function open(options: Pick<MockOptions, 'profile' | 'assumptions'> = {}) {
  const mock = createMock({ ...options, extend: registrations })
  async function ask(request: string, body?: unknown, token = 'mock-all-scopes') {
    const [method = '', path = ''] = request.split(' ')
    const response = await mock.fetch(ORIGIN + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : text) as never,
      headers: response.headers,
    }
  }
  return { mock, ask }
}

describe('an operation of a team', () => {
  it('gets the record that its parameter names, in the form of the API', async () => {
    const { mock, ask } = open()
    const user = mock.users.find('1')
    expect(await ask('GET /api/v0/users/1')).toMatchObject({ status: 200, body: user })
    const found = mock.registrations.find({ userId: '1' })!
    expect((await ask('GET /api/v0/users/1/registration')).body).toEqual({ ...found, user })
  })

  it('shows what the profile adds to a record in its answer', async () => {
    const { ask } = open({ profile: 'reported' })
    expect((await ask('GET /api/v0/users/1')).body).toHaveProperty('isStaff')
    expect((await ask('GET /api/v0/users/1/registration')).body).toHaveProperty('user.isStaff')
  })

  it('gets 404 with a hint before it runs if a parameter names no record', async () => {
    const { ask, mock } = open()
    expect(await ask('GET /api/v0/users/nobody/registration')).toMatchObject({
      status: 404,
      body: {
        code: 'unknown_record',
        detail: 'There is no registration with userId "nobody".',
        hint: 'The first registrations have the userId 1, 2, 3.',
      },
    })
    expect(mock.requests.last()).toMatchObject({
      operation: 'getRegistration',
      refusal: { code: 'unknown_record' },
    })
  })

  it('gets the record whose number is its parameter, or a true hint', async () => {
    const schema = z.object({ id: z.string(), row: z.number(), badge: z.string().nullable() })
    const extend = extendApi()
      .collection('seats', {
        one: 'seat',
        schema,
        factory: ({ index }) => ({ row: index, badge: null }),
        initial: () => [{ row: 5 }, { row: 1.5 }],
      })
      .operation(
        'byRow',
        'GET /api/v0/rows/:row',
        { params: { row: 'seats.row' } },
        ({ found }) => found.seat,
      )
      .operation(
        'byBadge',
        'GET /api/v0/badges/:badge',
        { params: { badge: 'seats.badge' } },
        ({ found }) => found.seat,
      )
    const mock = createMock({ extend })
    await mock.seats.create({ row: 7 })
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const ask = async (path: string) =>
      (await (await mock.fetch(`${ORIGIN}/api/v0/${path}`, { headers })).json()) as object
    for (const row of [5, 1.5, 7]) expect(await ask(`rows/${row}`)).toMatchObject({ row })
    // Not the number that it stands for.
    expect(await ask('rows/05')).toMatchObject({
      detail: 'There is no seat with row "05".',
      hint: 'The first seats have the row 5, 1.5, 7.',
    })
    expect(await ask('badges/x')).toMatchObject({ hint: 'No seat has a badge that is a text or a number.' })
    await mock.seats.clear()
    expect(await ask('badges/x')).toMatchObject({ hint: 'There are no seats.' })
  })

  it('cannot change the parameters, which later requests get again', async () => {
    const extend = extendApi().operation('same', 'GET /api/v0/same/:id', {}, ({ params }) => {
      const { id } = params
      Reflect.set(params, 'id', 'changed')
      return { id }
    })
    const mock = createMock({ extend })
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const ask = async () => (await mock.fetch(`${ORIGIN}/api/v0/same/1`, { headers })).json()
    expect([await ask(), await ask()]).toEqual([{ id: '1' }, { id: '1' }])
  })

  it('needs its scope, or any valid token', async () => {
    const { ask } = open()
    expect((await ask('GET /api/v0/users/1/registration', undefined, 'mock-user-read')).status).toBe(403)
    expect((await ask('GET /api/v0/users/1/registration', undefined, 'mock-registration-read')).status).toBe(
      200,
    )
    expect((await ask('GET /api/v0/users/1/registration', undefined, 'wrong')).status).toBe(401)
    expect((await ask('GET /api/v0/users/1/photo', undefined, 'mock-no-scopes')).status).toBe(200)
    expect((await ask('GET /api/v0/users/1/photo', undefined, 'mock-expired')).status).toBe(401)
  })

  it('has HEAD and 405 as the API', async () => {
    const { ask } = open()
    const head = await ask('HEAD /api/v0/users/1/registration')
    expect(head).toMatchObject({ status: 200, body: '' })
    expect(await ask('PATCH /api/v0/users/1/registration')).toMatchObject({
      status: 405,
      body: { hint: 'Use GET or DELETE or HEAD.' },
    })
    expect((await ask('GET /api/v0/users/1/registratio')).body).toMatchObject({
      nearestOperation: 'GET /api/v0/users/:id/registration',
    })
  })

  it('returns a file', async () => {
    const { ask } = open()
    const { headers, body } = await ask('GET /api/v0/users/1/photo')
    expect([headers.get('content-type'), body]).toEqual(['image/png', '\u0001\u0002'])
  })

  it('changes records, and refuses with what it declares', async () => {
    const { ask, mock } = open()
    expect(await ask('DELETE /api/v0/users/1/registration')).toMatchObject({ status: 204, body: '' })
    expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'canceled' })
    expect(await ask('DELETE /api/v0/users/1/registration')).toMatchObject({
      status: 409,
      body: { code: 'refused_409', detail: 'It is canceled already.' },
    })
    mock.assume({ 'registration.canceledTwice': '204' })
    expect((await ask('DELETE /api/v0/users/1/registration')).status).toBe(204)
    await mock.reset()
    expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'paid' })
  })

  it('counts the assumptions that it reads, also in a refusal', async () => {
    const { mock, ask } = open()
    await ask('DELETE /api/v0/users/1/registration')
    expect(mock.requests.last()).toMatchObject({ status: 204, assumed: [] })
    await ask('DELETE /api/v0/users/1/registration')
    const { assumed } = mock.requests.last()!
    expect(assumed).toContain('registration.canceledTwice=409')
  })

  it('gets a checked body', async () => {
    const { ask, mock } = open()
    const path = 'POST /api/v0/registrations'
    await mock.registrations.delete({ userId: '7' })
    expect(await ask(path, { userId: '7' })).toMatchObject({
      status: 201,
      body: { userId: '7', badgeName: null },
    })
    expect(await ask(path, { userId: 7 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', detail: expect.stringContaining('$.userId: ') as string },
    })
    expect(await ask(path, '{"userId":')).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    expect(await ask(path)).toMatchObject({ status: 400, body: { code: 'invalid_body' } })
    expect((await ask(path, JSON.stringify({ userId: 'x'.repeat(2_000_000) }))).status).toBe(413)
  })

  it('notes a body that is not sent as JSON', async () => {
    const { ask, mock } = open()
    const path = '/api/v0/registrations/search'
    await ask(`POST ${path}`, {})
    expect(mock.requests.last()?.note).toBeUndefined()
    const headers = { authorization: 'Bearer mock-all-scopes' }
    expect((await mock.fetch(ORIGIN + path, { method: 'POST', headers, body: '{}' })).status).toBe(200)
    expect(mock.requests.last()?.note).toMatch(/content type text\/plain.* Many services ignore/)
  })

  it('gets 409 for a change that breaks a rule, and nothing is changed', async () => {
    const { ask, mock } = open()
    const path = 'POST /api/v0/registrations'
    const before = mock.export()
    expect(await ask(path, { userId: '1' })).toMatchObject({
      status: 409,
      body: { code: 'broken_rule', detail: expect.stringContaining('userId "1"') as string },
    })
    expect(await ask(path, { userId: 'nobody' })).toMatchObject({
      status: 409,
      body: { code: 'broken_rule' },
    })
    expect(mock.export()).toEqual(before)
  })

  it('creates a unique record once when two requests come at once', async () => {
    const { ask, mock } = open()
    await mock.registrations.delete({ userId: '7' })
    const answers = await Promise.all([1, 2].map(() => ask('POST /api/v0/registrations', { userId: '7' })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  })
})

describe('pages of a team', () => {
  const search = 'POST /api/v0/registrations/search'

  it('have cursors, a filter and a limit', async () => {
    const { ask, mock } = open()
    const seen: string[] = []
    let nextPage: string | null | undefined
    do {
      const { body } = await ask(search, { limit: 40, ...(nextPage && { nextPage }) })
      const page = body as { data: { id: string }[]; nextPage: string | null }
      seen.push(...page.data.map(({ id }) => id))
      nextPage = page.nextPage
    } while (nextPage)
    expect(seen).toEqual(mock.registrations.findMany().map(({ id }) => id))
    const filtered = await ask(search, { ids: ['3', '5'] })
    expect(filtered.body).toMatchObject({ data: [{ userId: '3' }, { userId: '5' }], nextPage: null })
  })

  it('have cursors in the body, also if its schema does not name them', async () => {
    const body = z.object({ names: z.array(z.string()).optional() })
    const options = { body, readOnly: true, pages: 'registrations' } as const
    const extend = registrations.operation('find', 'POST /api/v0/find', options, ({ page }) => page())
    const mock = createMock({ extend, assumptions: { 'roles.pageSize': 100 } })
    const find = async (sent: object) => {
      const headers = { authorization: 'Bearer mock-all-scopes' }
      const init = { method: 'POST', headers, body: JSON.stringify(sent) }
      const response = await mock.fetch(`${ORIGIN}/api/v0/find`, init)
      return (await response.json()) as { data: unknown[]; nextPage: string | null }
    }
    const { nextPage } = await find({ nextPage: null })
    expect(await find({ nextPage })).toMatchObject({ data: { length: 50 }, nextPage: null })
  })

  it('hold their place while records come and go', async () => {
    const { ask, mock } = open()
    const first = (await ask(search, { limit: 10 })).body as { data: { id: string }[]; nextPage: string }
    await mock.registrations.delete(first.data[0]!.id)
    await mock.registrations.delete(first.data[9]!.id)
    const next = (await ask(search, { limit: 1, nextPage: first.nextPage })).body as {
      data: { id: string }[]
    }
    expect(next.data.map(({ id }) => id)).toEqual(['11'])
  })

  it('only look at the records with some ids', async () => {
    const options = { pages: 'registrations', readOnly: true } as const
    const ids = ['30', '2', '999', '100', '2']
    const extend = registrations.operation('some', 'POST /api/v0/some', options, ({ query, page }) =>
      page({ ids, limit: 2, where: ({ id }) => id !== query.get('not') }),
    )
    const mock = createMock({ extend })
    const some = async (query: string) => {
      const headers = { authorization: 'Bearer mock-all-scopes' }
      const response = await mock.fetch(`${ORIGIN}/api/v0/some?${query}`, { method: 'POST', headers })
      const { data, nextPage } = (await response.json()) as {
        data: { id: string }[]
        nextPage: string | null
      }
      return { ids: data.map(({ id }) => id), nextPage }
    }
    const { nextPage, ...first } = await some('')
    expect(first.ids).toEqual(['2', '30'])
    expect(await some(`nextPage=${nextPage}`)).toEqual({ ids: ['100'], nextPage: null })
    expect((await some('not=2')).ids).toEqual(['30', '100'])
  })

  it('refuse a wrong cursor or limit in the body', async () => {
    const { ask } = open()
    for (const body of [{ nextPage: 'x' }, { limit: 0 }]) expect((await ask(search, body)).status).toBe(400)
  })
})

it('finds records by a reference in the order of their ids, also those that a test has changed', async () => {
  const visits = extendApi()
    .collection('visits', {
      one: 'visit',
      schema: z.object({ id: z.string(), userId: z.string(), day: z.string() }),
      references: { userId: 'users' },
      factory: () => ({ day: 'Friday' }),
      initial: () => ['1', '2', '1', '1'].map((userId) => ({ userId })),
    })
    .operation('listVisits', 'GET /api/v0/visits', {}, ({ records, query }) => {
      const found = records.visits.findMany({ userId: '1', day: query.get('day') ?? 'Friday' })
      return found.map(({ id }) => id)
    })
  const mock = createMock({ extend: visits })
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const list = async () => (await mock.fetch(`${ORIGIN}/api/v0/visits`, { headers })).json()
  expect(await list()).toEqual(['1', '3', '4'])
  await mock.visits.update('1', { day: 'Sunday' })
  await mock.visits.update('1', { day: 'Friday' })
  await mock.visits.update('2', { userId: '1' })
  await mock.visits.update('3', { userId: '2' })
  expect(await list()).toEqual(['1', '2', '4'])
})
