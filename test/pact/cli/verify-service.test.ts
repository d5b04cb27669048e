import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startServer, type RunningServer } from '../../../src/server.js'
import { pactFile, temporaryFolder, type Interaction } from '../support/pacts.js'
import { deadUrl, startHttpServer } from '../support/servers.js'
import { runConmock, runMain } from '../../support/command.js'

const teapot: Interaction = { description: 'a teapot', status: 418 }

describe('a service', () => {
  const tokens = {
    VOLUNTEER_TOKEN: 'secret-of-volunteers',
    ROLE_TOKEN: 'secret-of-roles',
    OLD_TOKEN: 'secret-of-old',
  }
  const given = [
    '--token-env',
    'volunteer:read=VOLUNTEER_TOKEN',
    '--token-env',
    'user:read=ROLE_TOKEN',
    '--token-env',
    'expired=OLD_TOKEN',
  ]
  let service: RunningServer

  beforeAll(async () => {
    for (const [name, value] of Object.entries(tokens)) vi.stubEnv(name, value)
    service = await startServer({
      port: 0,
      tokens: { [tokens.VOLUNTEER_TOKEN]: ['volunteer:read'], [tokens.ROLE_TOKEN]: ['user:read'] },
    })
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    await service.close()
  })

  it('is verified with tokens from the environment and with fixtures, and a missing fixture fails the run', async () => {
    const volunteer: Interaction = {
      description: 'a volunteer',
      path: '/api/v0/users/42/volunteer',
      states: [['a volunteer exists', { userId: '42' }]],
      body: { user: { id: '1' } },
    }
    const flags = ['--against', service.url, ...given]
    const pact = pactFile(
      volunteer,
      { description: 'the roles' },
      { states: ['the token is expired'], status: 401 },
    )
    const [withUser, without] = await Promise.all([
      runMain('verify', pact, ...flags, '--fixture', 'userId=1'),
      runMain('verify', pact, ...flags),
    ])
    expect(withUser).toMatchObject({ code: 0, stderr: '' })
    expect(withUser.stdout).toContain(`3 verified – against ${service.url}\n`)
    expect(without.code).toBe(2)
    expect(without.stdout).toMatch(/SKIPPED\S* {2}a consumer: a volunteer .*--fixture userId=…$/m)
    expect(without.stdout).toContain(`2 verified, 1 skipped – against ${service.url}\n`)
  })

  it('does not have its tokens in any output', async () => {
    const file = path.join(temporaryFolder(), 'report.xml')
    const pact = pactFile(
      { description: 'the roles' },
      teapot,
      { path: '/api/v0/users/1/volunteer', status: 500 },
      { states: ['the token is expired'] },
    )
    const verbose = ['--verbose', '--show-values']
    const flags = ['--against', service.url, ...given, '--junit', file, ...verbose]
    for (const form of [[], ['--json']]) {
      const { code, stdout, stderr } = await runConmock('verify', pact, ...flags, ...form)
      expect(code).toBe(1)
      expect(stderr).not.toBe('')
      expect(stdout + stderr + readFileSync(file, 'utf8')).not.toMatch(/secret-of|conmock-this-token/)
    }
  })

  it('does not have its tokens in the output, even if it repeats them', async () => {
    const url = await startHttpServer(({ headers }, response) => {
      const body = JSON.stringify({ error: `bad token ${headers.authorization}` })
      response.writeHead(401, { 'content-type': 'application/json' }).end(body)
    })
    const pact = pactFile({ status: 401, body: { error: 'bad token' } })
    const { code, stdout } = await runMain('verify', pact, '--against', url, ...given)
    expect(code).toBe(1)
    expect(stdout).not.toContain('secret-of')
  })

  it.each([[[]], [['--json']]])('that is down is reported at once, with %j', async (flags) => {
    const url = deadUrl
    const began = performance.now()
    const { code, stdout, stderr } = await runMain('verify', pactFile(teapot), '--against', url, ...flags)
    expect(performance.now() - began).toBeLessThan(2000)
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    expect(stdout).toContain(`${url} cannot be reached: ECONNREFUSED`)
  })
})
