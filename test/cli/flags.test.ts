import { describe, expect, it } from 'vitest'
import { createMock, type MockOptions, type Fault } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { serveMain } from '../support/command.js'
import { bearer, fetchFrom } from '../support/running-server.js'
import { callMember } from '../support/call-member.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** Each of the tested flags changes at least one of these responses. */
const PATHS = [
  '/api/v0/roles',
  '/api/v0/roles/',
  '/api/v0/roles?nextPage=never-issued',
  '/api/v0/users/1/volunteer',
  '/api/v0/users/1004/volunteer',
]

/** Status, media type and body of the response with each path. */
function shown(ask: (path: string) => Promise<Response>): Promise<unknown[]> {
  const responses = PATHS.map(async (path) => {
    const response = await ask(path)
    return [response.status, response.headers.get('content-type'), await response.text()]
  })
  return Promise.all(responses)
}

/** The responses of the command with these flags. */
async function served(...flags: readonly string[]): Promise<unknown[]> {
  const server = await serveMain('--quiet', ...flags)
  const answers = await shown((path) => fetchFrom(server, path))
  expect((await server.command.stop()).code).toBe(0)
  return answers
}

/** The responses of a mock with these options. */
function expected(options: MockOptions = {}): Promise<unknown[]> {
  const mock = createMock(options)
  return shown((path) => mock.fetch(authorized(path)))
}

const assumptions = { 'roles.pageSize': 7 }
const many = { seed: 3, volunteerCount: 50, roleCount: 20, data: 'many-pages', assumptions } as const

const flags: [flags: string, options: MockOptions][] = [
  ['--seed 7', { seed: 7 }],
  ['--volunteer-count 15', { volunteerCount: 15 }],
  ['--role-count 3', { roleCount: 3 }],
  ['--data edge-cases', { data: 'edge-cases' }],
  ['--data=empty', { data: 'empty' }],
  ['--set roles.pageSize=5', { assumptions: { 'roles.pageSize': 5 } }],
  ['--set cursor.invalid=first-page', { assumptions: { 'cursor.invalid': 'first-page' } }],
  [
    '--set path.trailingSlash=accepted --set errors.contentType=application/problem+json',
    { assumptions: { 'path.trailingSlash': 'accepted', 'errors.contentType': 'application/problem+json' } },
  ],
  ['--seed 3 --volunteer-count 50 --role-count 20 --set roles.pageSize=7 --data many-pages', many],
]

describe('the server of the command line', () => {
  it('serves the data of createMock() without options', async () => {
    expect(await served()).toEqual(await expected())
    expect(await served('--profile', 'spec')).toEqual(await expected({ profile: 'spec' }))
  })

  it.each(flags)('with %s answers as createMock with the same option', async (line, options) => {
    const answers = await served(...line.split(' '))
    expect(answers).toEqual(await expected(options))
    expect(answers).not.toEqual(await expected())
  })

  it('with --data serves the data of a file', async () => {
    const data = createMock({ seed: 9, volunteerCount: 20, roleCount: 4 }).export()
    const file = temporaryFile('data.json', JSON.stringify(data))
    expect(await served('--data', file)).toEqual(await expected({ data }))
  })

  it('accepts the tokens of --token with their scopes, and the built-in ones', async () => {
    const tokens = [
      'both=volunteer:read,user:read',
      'padded===user:read',
      'none=',
      'timed=user:read,expires=60.5',
    ]
    const server = await serveMain('--quiet', ...tokens.flatMap((token) => ['--token', token]))
    const others = { none: [403, 403], 'mock-volunteer-read': [403, 200], other: [401, 401] }
    const readers = { 'padded==': [200, 403], timed: [200, 403] }
    for (const [token, statuses] of Object.entries({ both: [200, 200], ...readers, ...others })) {
      const options = { headers: bearer(token) }
      const roles = await fetchFrom(server, '/api/v0/roles', options)
      const volunteer = await fetchFrom(server, '/api/v0/users/1/volunteer', options)
      expect([token, roles.status, volunteer.status]).toEqual([token, ...statuses])
    }
  })
})

const MEMBERS = '/__conmock/v1'
const ROLES = '/api/v0/roles'

/** The status of a request to the admin API. */
async function adminStatus(
  server: { readonly url: string },
  headers: Record<string, string> = {},
): Promise<number> {
  return (await fetch(server.url + MEMBERS, { headers })).status
}

describe('the admin API of the command line', () => {
  it('needs the token of --admin-token, which it never prints', async () => {
    const server = await serveMain('--admin-token', 'a-real-secret')
    expect(await adminStatus(server)).toBe(401)
    expect(await adminStatus(server, bearer('other'))).toBe(401)
    expect(await adminStatus(server, bearer('a-real-secret'))).toBe(200)
    const { code, stdout, stderr } = await server.command.stop()
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain('a-real-secret')
  })

  it('allows the hosts of --admin-host, and those of the configuration file with its token', async () => {
    const file = temporaryFile('conmock.config.json', '{ "admin": { "token": "in-file" } }')
    const hosts = ['--admin-host', 'mock.test', '--admin-host', 'Other.test']
    const server = await serveMain('--quiet', '--host', '0.0.0.0', '--config', file, ...hosts)
    // fetch cannot set the Host header.
    const { request } = await import('undici')
    const statusOf = async (host: string, token = 'in-file') =>
      (await request(server.url + MEMBERS, { headers: { host, ...bearer(token) } })).statusCode
    for (const host of ['mock.test:4020', 'other.test', 'localhost']) expect(await statusOf(host)).toBe(200)
    expect(await statusOf('evil.test')).toBe(403)
    expect(await statusOf('mock.test', 'other')).toBe(401)
  })

  it('refuses requests without a sandbox with --sandboxes required', async () => {
    const server = await serveMain('--quiet', '--sandboxes', 'required')
    await callMember(server.url, 'sandboxes.create', ['w1', { roleCount: 3 }])
    expect((await fetchFrom(server, ROLES)).status).toBe(400)
    expect((await fetchFrom(server, `/~default${ROLES}`)).status).toBe(200)
    const response = await fetchFrom(server, `/~w1${ROLES}`)
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(3)
    expect((await fetchFrom(await serveMain('--quiet', '--sandboxes', 'optional'), ROLES)).status).toBe(200)
  })
})

it('the server has the faults of the configuration file and of the flags, and names them in its log', async () => {
  const effect = { status: 503, retryAfter: 1 }
  const faults: Fault[] = [{ operation: 'listRoles', when: { nth: 1 }, effect }]
  const config = temporaryFile('faults.json', JSON.stringify({ faults }))
  const given = ['--delay', '1', '--delay', '2-2', '--fault', 'listRoles:nth=2:invalidJson']
  const server = await serveMain('--config', config, '--json', ...given)
  const responses = [await fetchFrom(server, '/api/v0/roles'), await fetchFrom(server, '/api/v0/roles')]
  expect(responses.map(({ status }) => status)).toEqual([503, 200])
  await server.command.printed(/"id":2.*\n/)
  const { code, stdout } = await server.command.stop()
  expect(code).toBe(0)
  const events = stdout.trim().split('\n').slice(1)
  expect(events.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'request', status: 503, fault: 'status=503, delay=2', refusal: { code: 'fault' } },
    { event: 'request', status: 200, fault: 'invalidJson, delay=2' },
  ])
})
