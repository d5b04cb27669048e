import { describe, expect, it } from 'vitest'
import { createMock, type MockOptions } from '../../src/index.js'
import { authorized } from '../support/ask.js'
import { startConmock } from '../support/command.js'
import { bearer, fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'

/** Each of the tested flags changes at least one of these responses. */
const PATHS = [
  '/api/v0/roles',
  '/api/v0/roles/',
  '/api/v0/roles?nextPage=never-issued',
  '/api/v0/users/1/volunteer',
  '/api/v0/users/1004/volunteer',
]

interface Shown {
  readonly status: number
  readonly type: string | null
  readonly body: string
}

async function shown(response: Response): Promise<Shown> {
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

/** The responses of the command with these flags. */
async function served(...flags: readonly string[]): Promise<Shown[]> {
  const server = await startConmock('--quiet', ...flags)
  const answers = await Promise.all(PATHS.map(async (path) => shown(await fetchFrom(server, path))))
  expect((await server.command.stop()).code).toBe(0)
  return answers
}

/** The responses of a mock with these options. */
function expected(options: MockOptions = {}): Promise<Shown[]> {
  const mock = createMock(options)
  return Promise.all(PATHS.map(async (path) => shown(await mock.fetch(authorized(path)))))
}

const assumptions = { 'roles.pageSize': 7 }
const many = { seed: 3, volunteers: 50, roles: 20, scenario: 'many-pages', assumptions } as const

const flags: [flags: string, options: MockOptions][] = [
  ['--seed 7', { seed: 7 }],
  ['--volunteers 15', { volunteers: 15 }],
  ['--roles 3', { roles: 3 }],
  ['--scenario personas', { scenario: 'personas' }],
  ['--scenario=empty', { scenario: 'empty' }],
  ['--page-size 5', { assumptions: { 'roles.pageSize': 5 } }],
  ['--set roles.pageSize=5', { assumptions: { 'roles.pageSize': 5 } }],
  ['--set cursor.invalid=first-page', { assumptions: { 'cursor.invalid': 'first-page' } }],
  [
    '--set path.trailingSlash=accepted --set errors.contentType=application/problem+json',
    { assumptions: { 'path.trailingSlash': 'accepted', 'errors.contentType': 'application/problem+json' } },
  ],
  ['--seed 3 --volunteers 50 --roles 20 --page-size 7 --scenario many-pages', many],
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

  it.each(['', '\uFEFF'])('with --data serves the data of a file that starts with %j', async (start) => {
    const data = createMock({ seed: 9, volunteers: 20, roles: 4 }).export()
    const file = temporaryFile('data.json', start + JSON.stringify(data))
    expect(await served('--data', file)).toEqual(await expected({ data }))
  })

  it('accepts the tokens of --token with their scopes, and the built-in ones', async () => {
    const tokens = ['both=volunteer:read,user:read', 'padded===user:read', 'none=']
    const server = await startConmock('--quiet', ...tokens.flatMap((token) => ['--token', token]))
    for (const [token, roles, volunteer] of [
      ['both', 200, 200],
      ['padded==', 200, 403],
      ['none', 403, 403],
      ['mock-volunteer-read', 403, 200],
      ['other', 401, 401],
    ] as const) {
      const headers = bearer(token)
      const asked = ['/api/v0/roles', '/api/v0/users/1/volunteer'].map((path) =>
        fetchFrom(server, path, { headers }),
      )
      expect([token, ...(await Promise.all(asked)).map(({ status }) => status)]).toEqual([
        token,
        roles,
        volunteer,
      ])
    }
  })

  it('issues tokens to the clients of --client, which expire after --token-lifetime', async () => {
    const file = temporaryFile('conmock.config.json', '{ "clients": { "desk": { "secret": "own" } } }')
    const clients = ['mine=s3cret=with=signs', 'desk=replaced'].flatMap((client) => ['--client', client])
    const options = ['--profile', 'reported', '--token-lifetime', '2', '--config', file, ...clients]
    const server = await startConmock('--quiet', ...options)
    const ask = async (client_id: string, client_secret: string) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
      const response = await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const secrets = { mine: 's3cret=with=signs', desk: 'replaced', conmock: 'conmock-secret' }
    for (const [id, secret] of Object.entries(secrets)) {
      const { status, body } = await ask(id, secret)
      expect({ status, expires_in: body['expires_in'] }).toEqual({ status: 200, expires_in: 2 })
      const headers = bearer(String(body['access_token']))
      expect((await fetchFrom(server, '/api/v0/roles', { headers })).status).toBe(200)
    }
    expect((await ask('desk', 'own')).status).toBe(401)
  })

  it('allows every origin by default, and with --cors only the given origins', async () => {
    const origins = ['http://localhost:5173', 'https://app.example.com', 'https://other.example.com']
    const allowed = async (...args: readonly string[]) => {
      const server = await startConmock('--quiet', ...args)
      const answers = origins.map((origin) => fetchFrom(server, '/api/v0/roles', { headers: { origin } }))
      return (await Promise.all(answers)).map(({ headers }) => headers.get('access-control-allow-origin'))
    }
    expect(await allowed()).toEqual(['*', '*', '*'])
    expect(await allowed('--cors', '*')).toEqual(['*', '*', '*'])
    const two = origins.slice(0, 2)
    expect(await allowed(...two.flatMap((origin) => ['--cors', origin]))).toEqual([...two, null])
  })
})
