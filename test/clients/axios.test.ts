import { create } from 'axios'
import { expect, it } from 'vitest'
import { testClient } from './client-suite.js'
import { bearer, runServer } from '../support/running-server.js'

// These tests use only the loopback address, so a proxy of the machine must be ignored.
const client = create({ proxy: false })

testClient('axios', async (url, token) => {
  const headers = token === undefined ? {} : bearer(token)
  const { status, data } = await client.get<unknown>(url, { headers, validateStatus: null })
  return { status, body: data }
})

it('axios encodes the cursor correctly', async () => {
  const { url } = await runServer({ assumptions: { 'roles.pageSize': 1 } })
  const api = create({ proxy: false, baseURL: `${url}/api/v0`, headers: bearer('mock-all-scopes') })
  const first = await api.get<{ nextPage: string }>('/roles')
  const second = await api.get<{ data: unknown[] }>('/roles', { params: { nextPage: first.data.nextPage } })
  expect(second.data.data).toHaveLength(1)
  expect(second.data).not.toEqual(first.data)
})
