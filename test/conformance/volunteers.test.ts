import { describe, expect, it } from 'vitest'
import { edgeCases } from '../../src/index.js'
import { refused } from '../support/refusals.js'
import { connect, volunteerPath } from './client.js'
import { readProblem, readVolunteer } from './expectations.js'

describe("retrieving a user's volunteer record", () => {
  const withRecord = Object.entries(edgeCases).flatMap(([name, { volunteer }]) =>
    volunteer ? [{ name, volunteer }] : [],
  )

  it.each(withRecord)('returns the whole record of "$name"', async ({ volunteer }) => {
    const { get } = connect()
    expect(await readVolunteer(await get(volunteerPath(volunteer.user.id)))).toEqual(volunteer)
  })

  it('returns a valid, distinct record for every user who has one', async () => {
    const { get, mock } = connect()
    const ids = new Set<string>()
    const all = mock.volunteers.findMany()
    expect(all).toHaveLength(200)
    for (const { user } of all) {
      const record = await readVolunteer(await get(volunteerPath(user.id)))
      expect(record.user.id).toBe(user.id)
      expect(Date.parse(record.createdAt)).toBeLessThanOrEqual(Date.parse(record.updatedAt))
      ids.add(record.id)
    }
    expect(ids.size).toBe(all.length)
  })

  it('returns a department entry with several states', async () => {
    const { get } = connect()
    const { departments } = await readVolunteer(await get(volunteerPath(edgeCases.allStatesAtOnce.user.id)))
    expect(departments[0]?.states).toEqual(['experience', 'interest', 'avoid', 'assignment', 'request'])
  })

  it('returns options of every type, with numbers, strings and lists of strings', async () => {
    const { get } = connect()
    const { options } = await readVolunteer(await get(volunteerPath(edgeCases.everyOptionType.user.id)))
    expect(options.map(({ type }) => type).toSorted()).toEqual(['multi', 'number', 'select', 'text'])
    expect(new Set(options.map(({ value }) => (Array.isArray(value) ? 'list' : typeof value)))).toEqual(
      new Set(['number', 'string', 'list']),
    )
  })

  it.each(['42', 'a b', 'a/b', '50%', 'ünï/ço?dé#1', '日本', '👩🏽‍🚀', 'a+b', 'a.b:c@d;e=f,g'])(
    'finds the user "%s" by the percent-encoded id',
    async (id) => {
      const { get, mock } = connect()
      await mock.volunteers.create({ user: { id } })
      expect((await readVolunteer(await get(volunteerPath(id)))).user.id).toBe(id)
    },
  )

  it('decodes characters of an id that need no encoding', async () => {
    const { get } = connect()
    expect((await readVolunteer(await get('/api/v0/users/%31/volunteer'))).user.id).toBe('1')
  })

  it.each(['4711471147', '01', '1 ', '-1', '1.0', 'constructor', '__proto__', '50000001'])(
    'answers 404 for the unknown user "%s"',
    async (id) => {
      const { get } = connect()
      const body = await readProblem(await get(volunteerPath(id)))
      expect(body).toMatchObject(refused.unknownUser)
      expect(body['detail']).toContain(`"${id}"`)
    },
  )

  it('shortens a very long unknown id in the response', async () => {
    const { get } = connect()
    const response = await get(volunteerPath('9'.repeat(5000)))
    const body = await readProblem(response)
    expect(body).toMatchObject(refused.unknownUser)
    expect(JSON.stringify(body).length).toBeLessThan(1000)
  })

  it('names another user if the requested one has no record', async () => {
    const { get } = connect()
    const { hint } = await readProblem(await get(volunteerPath('28')))
    const [named] = /\d+/.exec(String(hint)) ?? []
    expect((await get(volunteerPath(named ?? ''))).status).toBe(200)
  })

  it('shows the changes of a test to a record, until reset()', async () => {
    const { get, mock } = connect()
    const path = volunteerPath('1')
    const before = await readVolunteer(await get(path))
    await mock.volunteers.update({ user: { id: '1' } }, { user: { firstName: 'Changed' } })
    expect((await readVolunteer(await get(path))).user.firstName).toBe('Changed')
    await mock.volunteers.delete({ user: { id: '1' } })
    expect(await readProblem(await get(path))).toMatchObject(refused.unknownUserRecord)
    await mock.users.delete('1')
    expect(await readProblem(await get(path))).toMatchObject(refused.unknownUser)
    await mock.reset()
    expect(await readVolunteer(await get(path))).toEqual(before)
  })
})
