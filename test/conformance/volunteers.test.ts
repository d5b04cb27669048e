import { describe, expect, it } from 'vitest'
import { refused } from '../support/refusals.js'
import { connect, volunteerPath } from './client.js'
import { readProblem, readVolunteer } from './expectations.js'

describe("retrieving a user's volunteer record", () => {
  it('returns the record of every user who has one', async () => {
    const { get, mock } = connect()
    const all = mock.volunteers.findMany()
    expect(all).toHaveLength(200)
    for (const record of all) {
      expect(await readVolunteer(await get(volunteerPath(record.user.id)))).toEqual(record)
    }
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

  it.each([
    [volunteerPath('9'.repeat(5000)), refused.unknownUser],
    [`/${'x/'.repeat(2000)}`, refused.unknownPath],
  ])('shortens a very long id or path in the response (%#)', async (path, expected) => {
    const body = await readProblem(await connect().get(path))
    expect(body).toMatchObject(expected)
    expect(JSON.stringify(body).length).toBeLessThan(1000)
  })

  it('names the user if the id is that of the record', async () => {
    const { hint } = await readProblem(await connect().get(volunteerPath('50000001')))
    expect(hint).toMatch(/its user: 1\.$/)
  })

  it('names another user if the requested one has no record', async () => {
    const { get } = connect()
    const { hint } = await readProblem(await get(volunteerPath('28')))
    const [named] = /\d+/.exec(String(hint)) ?? []
    expect((await get(volunteerPath(named ?? ''))).status).toBe(200)
  })
})
