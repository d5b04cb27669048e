import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RunningServer, ServerOptions } from '../../../src/server.js'
import { openService } from '../support/real-service.js'
import { runServer } from '../../support/running-server.js'
import { fixtures, users } from '../support/service-users.js'
import { relayTo } from '../support/relay.js'
import { pactFile, type Interaction } from '../support/pacts.js'
import { temporaryFolder } from '../../support/temporary-folder.js'
import { runMain, runWithoutColors } from '../../support/command.js'

describe('a service', () => {
  const tokens = { 'secret-of-volunteers': ['volunteer:read'], 'secret-of-roles': ['user:read'] }
  const names = ['volunteer:read=VOLUNTEER_TOKEN', 'user:read=ROLE_TOKEN', 'expired=OLD_TOKEN']
  const given = names.flatMap((name) => ['--token-env', name])

  beforeAll(() => {
    vi.stubEnv('VOLUNTEER_TOKEN', 'secret-of-volunteers')
    vi.stubEnv('ROLE_TOKEN', 'secret-of-roles')
    vi.stubEnv('OLD_TOKEN', 'secret-of-old')
  })

  afterAll(() => void vi.unstubAllEnvs())

  it('is verified with tokens from the environment and with fixtures, and a missing fixture fails the run', async () => {
    const volunteer: Interaction = {
      description: 'a volunteer',
      path: '/api/v0/users/42/volunteer',
      states: [['a volunteer exists', { userId: '42' }]],
      body: { user: { id: fixtures.userId } },
    }
    const service = await openService({ tokens, users })
    const flags = ['--against', service.url, ...given]
    const pact = pactFile(volunteer, {}, { states: ['the token is expired'], status: 401 })
    const [withUser, without] = await Promise.all([
      runMain('verify', pact, ...flags, '--fixture', `userId=${fixtures.userId}`),
      runMain('verify', pact, ...flags),
    ])
    expect(withUser).toMatchObject({ code: 0, stderr: '' })
    expect(withUser.stdout).toContain(`3 verified – against ${service.url}\n`)
    expect(without.code).toBe(2)
    expect(without.stdout).toMatch(/PROBLEM\S* {2}a consumer: a volunteer .*--fixture userId=…$/m)
    expect(without.stdout).toContain(`2 verified, 1 not run (see PROBLEM above) – against ${service.url}\n`)
  })

  it('may lack a state, which is counted and limited by --max-skipped', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const service = await openService({ tokens, roles: [{ id: '1', name: 'staff' }] })
    const pact = pactFile({}, { description: 'an empty list', states: ['no roles exist'] })
    const flags = ['--against', service.url, ...given]
    const { code, stdout } = await runWithoutColors('verify', pact, ...flags, '--junit', file)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^SKIPPED {2}.*an empty list .*not checkable here: .*the service has roles$/m)
    expect(stdout).toContain(`1 verified, 1 not checkable here – against ${service.url}\n`)
    expect(readFileSync(file, 'utf8')).toContain('failures="0" errors="0" skipped="1"')
    const limited = await runWithoutColors('verify', pact, ...flags, '--max-skipped', '0')
    expect(limited.code).toBe(2)
    expect(limited.stdout).toContain('PROBLEM  1 of 2 interactions are not checkable here, but "maxSkipped"')
    const alone = await runWithoutColors('verify', pactFile({ states: ['no roles exist'] }), ...flags)
    expect(alone).toMatchObject({ code: 2 })
  })
})

it.each<[what: string, options: ServerOptions, urlOf: (server: RunningServer) => Promise<string>]>([
  ['alone', {}, async ({ url }) => url],
  ['below the path of a sandbox', {}, async ({ url }) => `${url}/a-sandbox`],
  ['with a slash at the end', {}, async ({ url }) => `${url}/`],
  ['behind a proxy', {}, async ({ url }) => (await relayTo(url, '/proxy')).url],
  // This proxy answers the health check itself.
  ['behind a proxy for the API only', { admin: false }, async ({ url }) => (await relayTo(url, '')).url],
])('a service that is conmock itself is refused: %s', async (_, options, urlOf) => {
  const url = await urlOf(await runServer(options))
  const why = `The service at ${url} is conmock itself, so nothing was compared with a real service`
  const flags = ['--against', url, '--token-env', 'user:read=PATH']
  const { code, stdout } = await runWithoutColors('verify', pactFile({}), ...flags)
  expect(code).toBe(2)
  expect(stdout).toContain(`PROBLEM  ${why}\n`)
  expect(stdout).toMatch(/^0 /m)
  const probed = await runMain('probe', url)
  expect(probed).toMatchObject({ code: 2, stderr: `conmock: ${why}\n` })
})
