import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { startServer } from '../../src/server.js'
import { bearer } from '../support/running-server.js'
import { temporaryFolder } from '../support/temporary-folder.js'

test('during conmock needs, a mock and a server report themselves, and leave the fields out of successful responses', async () => {
  const report = join(temporaryFolder(), 'report.txt')
  const leftOut = {
    getVolunteer: ['user.email', 'departments.states', 'options'],
    listRoles: ['data.id', 'nextPage'],
  }
  vi.stubEnv('CONMOCK_NEEDS', JSON.stringify({ leftOut, report }))
  const mock = createMock({ roleCount: 250, assumptions: { 'roles.pageSize': 2 } })
  const server = await startServer({ port: 0, roleCount: 250 })
  vi.unstubAllEnvs()
  const headers = bearer('mock-all-scopes')
  const ask = [
    (path: string) => mock.fetch(`https://reg.example.com${path}`, { headers }),
    (path: string) => fetch(server.url + path, { headers }),
  ]
  // A refusal has no fields, so it proves nothing.
  for (const get of ask) await get('/api/v0/users/nobody/volunteer')
  expect(existsSync(report)).toBe(false)
  for (const get of ask) {
    const volunteer = (await (await get('/api/v0/users/6/volunteer')).json()) as Record<string, object>
    expect(existsSync(report)).toBe(true)
    // Each of them reports once.
    rmSync(report)
    expect(volunteer).not.toHaveProperty('options')
    expect(volunteer['user']).toHaveProperty('phone')
    expect(volunteer['user']).not.toHaveProperty('email')
    expect(JSON.stringify(volunteer['departments'])).not.toContain('states')
    const page = (await (await get('/api/v0/roles')).json()) as { data: object[] }
    expect(page).not.toHaveProperty('nextPage')
    expect(page.data[0]).toEqual({ name: expect.any(String) as string })
    expect(await (await get('/api/v0/users/nobody/volunteer')).json()).toHaveProperty('status')
  }
  await server.close()
  expect(existsSync(report)).toBe(false)
})
