import { expect, it } from 'vitest'
import { Agent, fetch as undiciFetch, request } from 'undici'
import { testClient } from './client-suite.js'
import { bearer, runServer } from '../support/running-server.js'

const headersFor = (token: string | undefined) => (token === undefined ? {} : bearer(token))

testClient('undici request', async (url, token) => {
  const { statusCode, body } = await request(url, { headers: headersFor(token) })
  return { status: statusCode, body: await body.json() }
})

testClient('undici fetch', async (url, token) => {
  const response = await undiciFetch(url, { headers: headersFor(token) })
  return { status: response.status, body: await response.json() }
})

it('undici sends pipelined requests over one connection', async () => {
  const { url } = await runServer()
  const agent = new Agent({ connections: 1, pipelining: 10 })
  let connections = 0
  agent.on('connect', () => connections++)
  const ids = Array.from({ length: 10 }, (_, index) => String(index + 1))
  const users = ids.map(async (id) => {
    const options = { dispatcher: agent, headers: bearer('mock-all-scopes') }
    const { body } = await request(`${url}/api/v0/users/${id}/volunteer`, options)
    return ((await body.json()) as { user: { id: string } }).user.id
  })
  expect(await Promise.all(users)).toEqual(ids)
  expect(connections).toBe(1)
  await agent.close()
})
