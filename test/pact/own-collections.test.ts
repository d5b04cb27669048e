import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { loadPacts } from '../../src/convention/load-pacts.js'
import { extendApi } from '../../src/index.js'
import type { StateHandlers } from '../../src/pact.js'
import { mockTarget } from '../../src/pact/verification/mock-target.js'
import { open, outcomes, record, verify } from './support/own-operations.js'
import { pactFile, type Interaction, type Json } from './support/pacts.js'
import { startService, user } from './support/registration-service.js'
import { startReplies, type Reply } from './support/servers.js'

describe('the states of a collection', () => {
  const path = '/api/v0/users/42/registration'
  const get = (params: Json, more: Interaction = {}): Interaction => ({
    path,
    states: [['a registration exists', params]],
    ...more,
  })

  it('have the fields of the parameters', async () => {
    const body = { userId: '42', status: 'canceled' }
    const pacts = pactFile(get(body, { body }), get({}, { states: ['no registrations exist'], status: 404 }))
    const report = await verify({ pacts })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'verified'])
  })

  it('refuse wrong fields', async () => {
    const pacts = pactFile(get({ userID: '42' }), get({ userId: '42', status: 'gone' }))
    const { interactions } = await verify({ pacts })
    const known = 'unknown: userID; known parameters: id, userId, status, badgeName, options'
    expect(interactions.map(({ outcome }) => outcome)).toEqual(['problem', 'problem'])
    expect(interactions[0]?.reason).toContain(known)
    expect(interactions[1]?.reason).toContain('$.status')
  })

  it('of several collections are about records that refer to each other', async () => {
    const badge = z.object({ id: z.string(), userId: z.string() })
    const extend = extendApi()
      .collection('badges', {
        one: 'badge',
        schema: badge,
        references: { userId: 'users' },
        factory: () => ({}),
      })
      .operation(
        'getBadge',
        'GET /api/v0/users/:id/badges/:badge',
        { params: { id: 'users.id', badge: 'badges.id' }, refuses: [409] },
        ({ found, refuse }) =>
          found.badge.userId === found.user.id ? found.badge : refuse(409, 'It is of another user.'),
      )
      .operation(
        'listBadges',
        'GET /api/v0/users/:id/badges',
        { params: { id: 'users.id' }, pages: 'badges' },
        ({ found, page }) => page({ where: { userId: found.user.id } }),
      )
    const { mock, ask } = open(extend)
    const { badges } = mock as object as { badges: { create(given: object): Promise<{ id: string }> } }
    const { id } = await badges.create({ userId: '1' })
    await ask('GET users/1/badges')
    await ask(`GET users/1/badges/${id}`)
    const { file, lines } = await record(extend, mock)
    expect(lines).toHaveLength(3)
    const report = await verify({ extend, pacts: file })
    expect(outcomes(report)).toEqual({ 'a page of listBadges': 'verified', getBadge: 'verified' })
    expect(report.interactions.map(({ states }) => states)).toEqual([
      ['a user exists', 'listBadges finds badges'],
      ['a user exists', 'a badge exists'],
    ])
  })
})

const pageOf = (id: string, nextPage?: string) => ({ data: [{ ...user, id }], nextPage })

describe('a verification against a service', () => {
  it('checks each element of a page', async () => {
    const extend = extendApi().operation('find', 'GET /api/v0/found', { pages: 'users' }, ({ page }) =>
      page(),
    )
    const url = await startReplies(() => ({
      body: { data: [{ ...user, preferredName: null }, { id: '8' }] },
    }))
    const tokens = { 'user:read': 'a', 'volunteer:read': 'a' }
    const report = await verify({
      extend,
      pacts: pactFile({ path: '/api/v0/found' }),
      against: { url, tokens },
    })
    const [{ mismatches } = expect.fail()] = report.interactions
    expect(mismatches.map(({ path }) => path?.replace(/\.\w+$/, ''))).toContain('$.data[1]')
    expect(JSON.stringify(mismatches)).not.toContain('data[0]')
  })

  it('needs the form of a page, and a body where the team gives a schema', async () => {
    const extend = extendApi()
      .operation('find', 'GET /api/v0/found', { pages: 'users' }, ({ page }) => page())
      .operation('getOne', 'GET /api/v0/one', { response: z.object({}), replies: [200, 204] }, () => ({}))
    const tokens = { 'user:read': 'a', 'volunteer:read': 'a' }
    const placesIn = async (path: string, reply: Reply) => {
      const url = await startReplies(() => reply)
      const pacts = pactFile({ path, ...(reply.status !== undefined && { status: reply.status }) })
      const { interactions } = await verify({ extend, pacts, against: { url, tokens } })
      return interactions[0]!.mismatches.map((each) => each.path)
    }
    const found: [body: unknown, places: string[]][] = [
      [{ data: [], nextPage: null }, []],
      [{ data: null }, []],
      [{}, []],
      ['', ['$']],
      [[], ['$']],
      [{ items: [{}] }, ['$.data']],
      [{ data: {} }, ['$.data']],
      [{ data: [], nextPage: {} }, ['$.nextPage']],
    ]
    for (const [body, places] of found)
      expect([body, await placesIn('/api/v0/found', { body: body as object })]).toEqual([body, places])
    expect(await placesIn('/api/v0/one', {})).toEqual(['$'])
    expect(await placesIn('/api/v0/one', { body: {} })).toEqual([])
    expect(await placesIn('/api/v0/one', { status: 204 })).toEqual([])
    const html = { headers: { 'content-type': 'text/html' }, body: {} }
    expect(await placesIn('/api/v0/one', html)).toEqual(['Content-Type'])
  })

  it('breaks if its pages repeat a record or a cursor', async () => {
    const extend = extendApi().operation('find', 'GET /api/v0/found', { pages: 'users' }, ({ page }) =>
      page(),
    )
    const tokens = { 'user:read': 'a', 'volunteer:read': 'a' }
    const reasonOf = async (page: (cursor: string | null) => object) => {
      const url = await startReplies(({ url: asked }) => ({
        body: page(new URL(asked!, 'http://a').searchParams.get('nextPage')),
      }))
      const pacts = pactFile({ path: '/api/v0/found', states: [['find finds users', { page: 'last' }]] })
      const { interactions } = await verify({ extend, pacts, against: { url, tokens } })
      return `${interactions[0]!.outcome} ${JSON.stringify(interactions[0]!.mismatches)}`
    }
    expect(await reasonOf(() => pageOf('1', 'a'))).toContain('broken')
    expect(await reasonOf((cursor) => pageOf('1', cursor === null ? 'a' : undefined))).toContain(
      'page 2 of find repeats a record of an earlier page',
    )
    expect(await reasonOf((cursor) => pageOf(`1${cursor}`, 'a'))).toContain('repeats a cursor')
    expect(await reasonOf((cursor) => pageOf(`1${cursor}`, cursor === null ? 'a' : undefined))).toMatch(
      /^verified/,
    )
  })

  it('replaces an id in a path that was written by hand', async () => {
    const { seen, against } = await startService()
    const request = { path: '/api/v0/users/42/registration', method: 'GET' }
    const pacts = pactFile(
      { ...request, states: [['a registration exists', { userId: '42' }]] },
      { ...request, states: [['no registrations exist', { userId: 42 }]], status: 404 },
    )
    const fixtures = { 'registration.userId': '7', 'noRegistration.userId': 'no/body' }
    const { interactions } = await verify({ pacts, against: { ...against, fixtures } })
    expect(seen).toContain('GET /api/v0/users/7/registration')
    expect(seen).toContain('GET /api/v0/users/no%2Fbody/registration')
    expect(interactions[1]?.outcome).toBe('verified')
  })

  it('may use other records of one kind, which a state of the team chooses', async () => {
    const { seen, against } = await startService()
    const [path, given] = ['/api/v0/users/42/registration', { userId: '42' }]
    const pacts = pactFile(
      { path, states: [['a registration exists', given]] },
      { path, states: [['a registration exists', { ...given, status: 'canceled' }]] },
    )
    const states: StateHandlers = {
      'a registration exists': ({ status }) => ({ 'registration.userId': status === 'canceled' ? '8' : '7' }),
    }
    await verify({ pacts, against, states })
    expect(seen).toContain('GET /api/v0/users/7/registration')
    expect(seen).toContain('GET /api/v0/users/8/registration')
  })
})

it('a response of the mock that does not end is slow', async () => {
  const stream = new ReadableStream()
  const extend = extendApi().operation('events', 'GET /api/v0/events', {}, () => new Response(stream))
  const { send } = mockTarget(await loadPacts(extend), open(extend).mock as never, 50)
  const headers = { authorization: 'Bearer mock-all-scopes' }
  await expect(send({ method: 'GET', path: '/api/v0/events', headers })).rejects.toMatchObject({
    message: 'the response of the mock did not end within 0.05 s',
    othersMayArrive: true,
  })
})

it('an answer that differs each time is not recorded, and the report says why', async () => {
  let count = 0
  const extend = extendApi().operation('draw', 'GET /api/v0/draw', {}, () => ({ number: count++ }))
  const { mock, ask } = open(extend)
  await ask('GET draw')
  await expect(record(extend, mock)).rejects.toThrow(
    'its answer differs each time; use "now" and the records',
  )
})
