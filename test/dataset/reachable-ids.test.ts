import { describe, expect, test } from 'vitest'
import { createMock } from '../../src/index.js'
import { ask, volunteerPath } from '../support/ask.js'
import { fetchFrom, runServer } from '../support/running-server.js'

describe('a user id that is unusual', () => {
  const texts = ['...', ' ', 'a b', 'a+b', '%2e', '50%', 'a/b', 'a/b?c#d', 'ünï/ço?dé#1', '日本', '👩🏽‍🚀', '\0']
  const ids = [...texts, '42', 'a.b:c@d;e=f,g', 'é'.repeat(1000)]

  test.each(ids.map((id) => [id.slice(0, 20), id]))('can be requested in a path: %j', async (_, id) => {
    const mock = createMock({ data: { volunteers: [{ user: { id } }] } })
    expect(await ask(mock, volunteerPath(id))).toMatchObject({ status: 200, body: { user: { id } } })
    const server = await runServer({ mock })
    expect((await fetchFrom(server, volunteerPath(id))).status).toBe(200)
  })
})
