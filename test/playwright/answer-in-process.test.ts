import { expect, test } from 'vitest'
import { InvalidOptionError } from '../../src/index.js'
import { answerInProcess } from '../../src/playwright/answer-in-process.js'

const baseUrl = 'https://reg.example.com'
const headers = { authorization: 'Bearer mock-all-scopes' }

test('the mock of a test works like a space of a server, without one', async () => {
  const transport = answerInProcess({ scenario: 'personas' }, baseUrl)
  const { mock } = transport
  await mock.volunteers.create({ user: { id: '42' }, departments: [] })
  const waiting = mock.requests.waitFor({ status: 200 })
  const response = await mock.fetch('/api/v0/users/42/volunteer', { headers })
  expect(await response.json()).toMatchObject({ user: { id: '42' } })
  expect((await waiting).path).toBe('/api/v0/users/42/volunteer')
  expect((await mock.fetch(`${baseUrl}/api/v0/roles`, { headers })).status).toBe(200)
  expect(await mock.requests.count()).toBe(2)
  await expect(mock.roles.create({ name: 7 as never })).rejects.toThrow('$.name')
  await mock.reset()
  expect(await mock.volunteers.find({ user: { id: '42' } })).toBeUndefined()
  await transport.close()
})

test('a function is no condition, as with a server', async () => {
  const { mock } = answerInProcess({}, baseUrl)
  await expect(mock.roles.find((() => true) as never)).rejects.toThrow(InvalidOptionError)
  await expect(mock.requests.count((() => true) as never)).rejects.toThrow(InvalidOptionError)
})
