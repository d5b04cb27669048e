import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { open, outcomes, record, verify } from './support/own-operations.js'
import { pactFile, type Interaction, type Json } from './support/pacts.js'

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
