import { describe, expect, it } from 'vitest'
import manifestFile from '../../package.json' with { type: 'json' }
import { requestEvent, requestLine } from '../../src/cli/print.js'
import { createMock, edgeCases } from '../../src/index.js'
import { getInternals } from '../../src/mock/mock-internals.js'
import { runShell, serveMain } from '../support/command.js'
import { callMember } from '../support/call-member.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'
import { scopes as allScopes } from '../support/convention.js'
import { builtInToken } from '../../src/contract/tokens.js'

const { version } = manifestFile as { version: string }

/** Runs the curl lines of a banner as a user would paste them, and returns the status of each response. */
async function runCurlLines(banner: string): Promise<string[]> {
  const lines = banner.split('\n').filter((line) => line.trim().startsWith('curl '))
  const outcomes = lines.map((line) =>
    runShell(`${line} --silent --output /dev/null --write-out '%{http_code}'`),
  )
  return (await Promise.all(outcomes)).map(({ stdout }) => stdout)
}

describe('the banner', () => {
  it('shows the client of the token endpoint', async () => {
    const { greeting } = await serveMain('--profile', 'reported')
    const line = 'for the client conmock with the secret conmock-secret'
    expect(greeting).toContain(`  more from POST /api/oauth/token, ${line}\n`)
  })

  it('names the version, the URL, and every built-in token with its scopes', async () => {
    const { greeting, url } = await serveMain()
    const lines = greeting.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))
    expect(lines[0]).toBe(`conmock ${version} listens on ${url}`)
    expect(lines[1]).toBe(`Dashboard ${url}/`)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const tokens = [
      `mock-all-scopes ${allScopes.join(' ')}`,
      ...allScopes.map((scope) => `${builtInToken(scope)} ${scope}`),
      'mock-no-scopes (no scopes)',
      `mock-expired ${allScopes.join(' ')} (expired)`,
    ]
    expect(lines).toEqual(expect.arrayContaining(tokens))
  })

  it('says why there is no dashboard, unless the user has turned it off', async () => {
    const off = /Dashboard {2}off, because other machines can reach the server; .* --admin-token TOKEN\n/
    expect((await serveMain('--host', '0.0.0.0')).greeting).toMatch(off)
    const { greeting, url } = await serveMain('--no-admin')
    expect(greeting).not.toContain('Dashboard')
    expect((await fetch(`${url}/__conmock/v1`)).status).toBe(404)
    for (const flags of [['--no-admin'], ['--host', '0.0.0.0']]) {
      expect(JSON.parse((await serveMain('--json', ...flags)).greeting)).not.toHaveProperty('dashboard')
    }
  })

  it('has curl lines that can be pasted into a shell, and quote the id of the user', async () => {
    const mock = createMock({ data: 'empty' })
    await mock.volunteers.create({ user: { id: 'it\'s; $(id) `id` "x" 日本/%2F?#' } })
    const data = temporaryFile('data.json', JSON.stringify(mock.export()))
    for (const flags of [[], ['--data', data]])
      expect(await runCurlLines((await serveMain(...flags)).greeting)).toEqual(['200', '200'])
  })

  it('is followed by a line for each request, and by the reason and the hint of a refusal', async () => {
    const { command, greeting, url } = await serveMain()
    await fetchFrom({ url }, '/api/v0/users/1/volunteer')
    await fetchFrom({ url }, '/api/v0/roles', { headers: { authorization: '' } })
    await callMember(url, 'sandboxes.create', ['w1'])
    await fetchFrom({ url }, '/api/v0/roles', { headers: { 'conmock-sandbox': 'w1' } })
    await command.printed(/~w1.*\n/)
    const { stdout, stderr } = await command.stop()
    const [first, second, hint, third, ...rest] = stdout.slice(greeting.length).trimEnd().split('\n')
    expect(first).toMatch(/^\d\d:\d\d:\d\d GET \/api\/v0\/users\/1\/volunteer 200 \d+\.\d ms$/)
    expect(second).toMatch(/^\d\d:\d\d:\d\d GET \/api\/v0\/roles 401 \d+\.\d ms – The request has no /)
    expect(hint).toMatch(/^ {9}Send "Authorization: Bearer mock-user-read", or .* the scope user:read\.$/)
    // Its path shows which sandbox answered.
    expect(third).toMatch(/ GET \/~w1\/api\/v0\/roles 200 /)
    expect(rest).toEqual([])
    expect(stderr).toBe('')
  })

  it('has only those preflights that are not allowed', async () => {
    const page = 'http://localhost:5173'
    const { command, greeting, url } = await serveMain('--cors', page)
    for (const origin of ['http://other.test', page]) {
      const headers = { origin, 'access-control-request-method': 'GET' }
      await fetch(`${url}/api/v0/roles`, { method: 'OPTIONS', headers })
    }
    await fetchFrom({ url }, '/api/v0/roles')
    const { stdout } = await command.stop()
    expect(stdout.slice(greeting.length).trimEnd().split('\n')).toEqual([
      expect.stringMatching(/OPTIONS \/api\/v0\/roles 204 .* option cors/),
      expect.stringMatching(/^ {9}Allow the origin: --cors http:\/\/other\.test/),
      expect.stringMatching(/GET \/api\/v0\/roles 200 [\d.]+ ms$/),
    ])
  })
})

describe('--json', () => {
  it('prints a first line with the URL, tokens, users and roles', async () => {
    const { greeting, url } = await serveMain('--json')
    const withRecord = Object.values(edgeCases).flatMap(({ volunteer }) => volunteer?.user.id ?? [])
    expect(JSON.parse(greeting)).toEqual({
      event: 'listening',
      url,
      dashboard: `${url}/`,
      tokens: Object.fromEntries(createMock().tokens.all.map(({ token, scopes }) => [token, scopes])),
      userIds: withRecord.slice(0, 20),
      roleCount: 250,
    })
    expect(withRecord.length).toBeGreaterThan(10)
  })

  it('prints one line for each request', async () => {
    const { command, url } = await serveMain('--json')
    await fetchFrom({ url }, '/api/v0/roles?nextPage=x&limit=9')
    await fetchFrom({ url }, '/api/v0/roles', { method: 'HEAD' })
    await command.printed(/HEAD.*\n/)
    const { stdout, stderr } = await command.stop()
    const events = stdout.trimEnd().split('\n').slice(1)
    expect(events.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        event: 'request',
        id: 1,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
        query: { nextPage: 'x', limit: '…' },
        status: 400,
        refusal: { code: 'invalid_cursor' },
        sandbox: 'default',
      },
      { id: 2, method: 'HEAD', path: '/api/v0/roles', status: 200 },
    ])
    expect(stderr).toBe('')
  })
})

it.each([[['--json']], [[]]])('a token of --token is never printed, with the flags %j', async (flags) => {
  const token = 'a-real-secret'
  const { command, url } = await serveMain(...flags, '--token', `${token}=user:read`)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetchFrom({ url }, `/api/v0/roles?access_token=${token}`, { headers })).status).toBe(200)
  expect((await fetchFrom({ url }, '/api/v0/users/1/volunteer', { headers })).status).toBe(403)
  await command.printed(/403.*\n/)
  const { stdout, stderr } = await command.stop()
  expect(stdout).toContain('mock-all-scopes')
  expect(stdout + stderr).not.toContain(token)
})

describe('a line of the log', () => {
  it('has no control characters and no second line except for the hint, and keeps other unusual characters', async () => {
    const mock = createMock()
    await mock.fetch('http://mock/nowhere')
    const refusal = {
      code: 'unknown_path',
      detail: 'naïve – 佐藤 👩🏽 "\u001b[2J\nGET /fake 200 \u202e\u0007"',
      hint: 'send\nGET /fake 200 \u001b[2J',
    } as const
    const text = requestLine({ ...mock.requests.last()!, path: '/\u009b2J', refusal })
    const [line = '', hint = '', ...more] = text.split('\n')
    expect(hint).toContain('send GET /fake 200 \uFFFD[2J')
    expect(more).toEqual([])
    expect(line).toContain('naïve – 佐藤 👩🏽')
    // The line may contain escape sequences for colors, so only the injected ones are looked for.
    for (const obeyed of ['\u001b[2J', '\u009b', '\n', '\u202e', '\u0007']) expect(line).not.toContain(obeyed)
  })

  it('of --json has no control characters', async () => {
    const mock = createMock()
    await mock.fetch('http://mock/nowhere')
    const line = requestEvent({ ...mock.requests.last()!, path: '/\u009b2J\u202e\u2028\u007f' })
    expect(line).toContain('"path":"/\\u009b2J\\u202e\\u2028\\u007f"')
  })

  it('only has the time and the note for an entry without a request', () => {
    const mock = createMock()
    getInternals(mock).requestLog.note('removed idle sandboxes: w3')
    expect(requestLine(mock.requests.last()!)).toMatch(/\d\d:\d\d:\d\d\S* removed idle sandboxes: w3$/)
  })
})
