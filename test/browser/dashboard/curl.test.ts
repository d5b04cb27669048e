import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { RequestEntry } from '../../../src/index.js'
import { RawConnection } from '../../support/raw-connection.js'
import { copied, createSandbox, useDashboard, type OpenDashboard } from './open-dashboard.js'

const open = useDashboard()

const run = promisify(execFile)

/** Characters that a shell or curl would change. */
const HOSTILE = [
  `it's"quoted"`,
  '$(exit)`exit`$HOME!!;&|<>^~',
  '%0A%0D%00%25%2F%zz%',
  '{a,b}[1-3]a:b(c)*+d',
  String.raw`\n\\'"#`,
  '%E2%80%AE%F0%9F%98%80%ff',
  '-H@file',
]

/** Sends exactly this target, which clients would change. */
async function send({ server }: OpenDashboard, target: string, method: string): Promise<void> {
  const connection = await RawConnection.open(server)
  const headers = 'host: localhost\r\nconnection: close\r\nauthorization: Bearer mock-all-scopes'
  connection.write(`${method} ${target} HTTP/1.1\r\n${headers}\r\n\r\n`)
  await connection.closed
}

/** Selects the newest request, and returns the text that the button copies. */
async function copy({ page, server }: OpenDashboard): Promise<string> {
  const { id } = server.mock.requests.last()!
  await expect
    .poll(() => page.getByRole('listbox').getByRole('option').first().getAttribute('id'))
    .toMatch(new RegExp(`-${id}$`))
  await page.getByRole('listbox').getByRole('option').first().click()
  const details = page.getByRole('complementary', { name: `Request ${id}`, exact: true })
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await details.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(() => copied(page)).not.toBe('')
  return copied(page)
}

/** Runs a copied command like a user would. Returns the status of the response. */
async function runCurl(command: string, token = ''): Promise<number> {
  const { PATH } = process.env
  const { stdout } = await run('/bin/sh', ['-c', command], { env: { PATH, TOKEN: token } })
  return Number(/^HTTP\/1\.1 (\d+)/.exec(stdout)?.[1])
}

/** What both entries must have in common. */
function factsOf({ method, path, operation, token, refusal, status }: RequestEntry): object {
  return { method, path, operation, token, refusal, status }
}

/** Copies the newest request and repeats it. Returns the command and the facts of both requests. */
async function repeat(dashboard: OpenDashboard, token?: string) {
  const { requests } = dashboard.server.mock
  const before = requests.last()!
  const command = await copy(dashboard)
  const status = await runCurl(command, token)
  const after = requests.last()!
  return {
    command,
    wanted: { ...factsOf(before), id: before.id + 1 },
    repeated: { ...factsOf(after), status, id: after.id },
  }
}

describe('Copy as curl', () => {
  it.each([
    { token: 'mock-all-scopes', shown: 'mock-all-scopes' },
    { token: 'mock-expired', shown: 'mock-expired' },
    { token: 'a-real-secret', shown: '$TOKEN' },
    { token: 'mock-of-somebody', shown: '$TOKEN' },
    { token: 'unknown', shown: '$TOKEN' },
    { token: undefined, shown: undefined },
  ])('repeats a request with the token $token', async ({ token, shown }) => {
    const dashboard = await open({ server: { tokens: { 'a-real-secret': ['user:read'] } } })
    const { server } = dashboard
    server.mock.tokens.issue({ scopes: ['user:read'], token: 'mock-of-somebody' })
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    await fetch(`${server.url}/api/v0/roles`, { headers })
    const { command, repeated, wanted } = await repeat(dashboard, token)
    expect(repeated).toEqual(wanted)
    const sent = /Authorization: [^'"]+/.exec(command)?.[0]
    expect(sent).toBe(shown && `Authorization: Bearer ${shown}`)
  })

  it('repeats requests with hostile paths, queries and methods', async () => {
    const dashboard = await open()
    const targets = HOSTILE.flatMap((text) => [
      `/api/v0/users/${text}/volunteer?${text}&${text}=1&nextPage=${text}`,
      // The request log has the target of a refused request as it was sent.
      `/~nowhere/${text}`,
    ])
    // With dots, and one that looks like a host.
    const paths = [
      '/api/v0/../roles',
      '/~nowhere/x/../y',
      '/api/%2e%2e/roles',
      '//evil.example/x',
      '/a//b/./',
    ]
    const methods = ['HEAD', 'POST', 'OPTIONS', 'M-SEARCH']
    for (const [target, method] of [
      ...[...targets, ...paths].map((each) => [each, 'GET'] as const),
      ...methods.map((each) => ['/api/v0/roles', each] as const),
    ]) {
      await send(dashboard, target, method)
      const { repeated, wanted } = await repeat(dashboard)
      expect(repeated).toEqual(wanted)
    }
  })

  it('repeats a request in its sandbox', async () => {
    const dashboard = await open()
    const { page, server } = dashboard
    await createSandbox(dashboard, 'w1', { data: 'empty' })
    await page.getByLabel('Sandbox', { exact: true }).selectOption('w1')
    await page.getByText('No requests yet').waitFor()
    const inEmptyState = await page.getByText('curl -i').textContent()
    expect(await runCurl(inEmptyState!)).toBe(200)
    await page.getByRole('option', { name: /roles/ }).click()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied: curl command').waitFor()
    expect(await runCurl(await copied(page))).toBe(200)
    await page.getByText('2 requests', { exact: true }).waitFor()
    expect(server.mock.requests.all()).toEqual([])
  })

  it('repeats a request for a token', async () => {
    const dashboard = await open({ server: { assumptions: { 'token.endpoint': 'on' } } })
    const { server } = dashboard
    const body = 'grant_type=client_credentials&client_id=conmock&client_secret=conmock-secret'
    await fetch(`${server.url}/api/oauth/token`, { method: 'POST', body: new URLSearchParams(body) })
    expect(server.mock.requests.last()).toMatchObject({ operation: 'token', status: 200 })
    const { repeated, wanted } = await repeat(dashboard)
    expect(repeated).toEqual(wanted)
  })
})
