import { createServer, type RequestListener } from 'node:http'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/probe/format-probe.js'
import { createProfile, type ProbeReport } from '../../src/probe/probe.js'
import { listen } from '../pact/support/servers.js'
import { runs } from '../support/property.js'
import { measuredIn, missingIn, probeWith, url } from './probe-target.js'
import { resolveSettings } from '../support/convention.js'

const given = {
  tokens: { 'user:read': 'token-a', 'volunteer:read': 'token-b' },
  fixtures: { userId: '1', unknownUser: '2', userWithoutRecord: '3', userWithPreferredNameAbsent: '4' },
} as const

const client = { tokenUrl: `${url}/api/oauth/token`, clientId: 'me', clientSecret: 'a-secret' }

function start(answer: RequestListener): Promise<string> {
  return listen(createServer(answer))
}

function probeServer(address: string): Promise<ProbeReport> {
  return probeWith({ url: address, ...given }, undefined, { responseMs: 500 })
}

function expectNothing(report: ProbeReport): void {
  expect(measuredIn(report)).toEqual({})
  expect(missingIn(report)).toEqual({})
}

function json(value: unknown, status = 200): Response {
  return Response.json(value, { status })
}

function text(body: string, type: string): Response {
  return new Response(body, { headers: { 'content-type': type } })
}

function redirect(status: number): Response {
  return new Response(null, { status, headers: { location: 'https://evil.example/' } })
}

describe('nothing is measured at a service that', () => {
  it.each<[string, () => Response]>([
    ['responds with 418 to everything', () => json({ teapot: true }, 418)],
    ['responds with HTML and 200', () => text('<h1>Log in</h1>', 'text/html')],
    ['responds with any JSON and 200', () => json({ status: 'ok' })],
    ['responds with an empty object', () => json({})],
    ['responds with nothing and 200', () => new Response(null)],
    ['responds with nothing and 500', () => new Response(null, { status: 500 })],
    ['responds with broken JSON', () => text('{"data":[', 'application/json')],
    ['redirects to another origin', () => redirect(302)],
    ['responds with 401 to everything', () => json({ title: 'Unauthorized', status: 401 }, 401)],
    ['responds with 404 to everything', () => json({ title: 'Not Found', status: 404 }, 404)],
    ['has renamed its list', () => json({ items: [{ id: '1', name: 'a' }], nextPage: null })],
    ['has no list before a cursor', () => json({ nextPage: 'next' })],
    ['has wrapped its pages', () => json({ data: null, roles: { data: [] } })],
    ['sends invalid roles', () => json({ data: [{ id: 1, name: 'a' }], nextPage: null })],
  ])('%s', async (_, answer) => {
    const origins = new Set<string>()
    const report = await probeWith(given, async (request) => {
      origins.add(new URL(request.url).origin)
      return answer()
    })
    expectNothing(report)
    expect([...origins]).toEqual([url])
  })

  it('redirects to another origin, to which nothing is sent', async () => {
    let sent = 0
    const other = await start((_, response) => {
      sent++
      response.end()
    })
    const address = await start(({ url: path }, response) => {
      response.writeHead(307, { location: `${other}${path}` }).end()
    })
    expectNothing(await probeServer(address))
    expect(sent).toBe(0)
  })
})

// test/pact/send-request.test.ts has the other ways in which a request fails.
describe('a probe ends at the first request without a response, and names it', () => {
  const NO_RESPONSE = 'no response to GET /api/v0/roles with a token for user:read: '

  it('no response', async () => {
    const address = await start(() => {})
    await expect(probeServer(address)).rejects.toThrow(
      `${NO_RESPONSE}${address} did not respond within 0.5 s`,
    )
  })

  it('the time of the probe is over', async () => {
    const address = await start((_, response) => void setTimeout(() => response.writeHead(404).end(), 50))
    const probed = probeWith({ url: address, ...given }, undefined, { totalMs: 200 })
    await expect(probed).rejects.toThrow(/^(?:timed out after 0\.2 s, before|no response to) GET \/api/)
  })
})

it('a token endpoint that refuses: no token is used, and the report has no secret', async () => {
  const refusal = { error: 'invalid_client', error_description: 'a-secret' }
  const report = await probeWith({ clientCredentials: client }, async (request) => {
    expect(new URL(request.url).origin).toBe(url)
    expect(request.headers.get('authorization') ?? '').not.toMatch(/Bearer (?!conmock)/)
    return request.method === 'POST' ? json(refusal, 400) : json({}, 401)
  })
  expect(report.findings['roles.pageSize']!.problem).toMatch(/^no token from https:\/\/reg\.example\.com: /)
  expect(JSON.stringify(report)).not.toContain('a-secret')
})

it.each<[option: string, against: Parameters<typeof probeWith>[0]]>([
  ['url', { url: 'http://reg.example.com' }],
  ['url', { url: 'https://user:password@reg.example.com' }],
  ['clientCredentials.tokenUrl', { clientCredentials: { ...client, tokenUrl: 'http://sso.example.com' } }],
  ['fixtures.userId', { fixtures: { userId: '..' } }],
])('no request is sent for an invalid %s: %j', async (name, against) => {
  const sent = probeWith(against, () => Promise.reject(new Error('a request was sent')))
  await expect(sent).rejects.toMatchObject({ name: 'InvalidOptionError', option: `against.${name}` })
})

it('an unknown media type of errors is not in a report', async () => {
  const init = { status: 404, headers: { 'content-type': 'application/secret+json' } }
  const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }
  const report = await probeWith(given, async ({ url: asked }) =>
    asked.endsWith('/roles') ? json(page) : new Response('{"title":"Gone"}', init),
  )
  expect(missingIn(report)).toHaveProperty(['errors.contentType'], 'another type')
  expect(JSON.stringify(report)).not.toContain('secret')
})

it('no value of the service is in a report, a profile or an output', async () => {
  const secret = 'S3CR3T'
  const words = fc.constantFrom(secret, `${secret}@example.org`, `<b>${secret}</b>`)
  const value = fc.anything({
    key: words,
    values: [words, fc.constantFrom(null, true, 5318008)],
    maxDepth: 3,
  })
  const numbered = fc.integer().map((id) => `${secret}${id}`)
  const role = fc.record({ id: numbered, name: numbered })
  const page = fc.record({ data: fc.array(role, { maxLength: 8 }), nextPage: fc.constantFrom(null, secret) })
  const [none, date] = [fc.constant([]), fc.constant('2026-01-31T18:30:00Z')]
  const department = fc.record({ id: words, states: none, name: words }, { requiredKeys: ['id', 'states'] })
  const names = { firstName: words, lastName: words, username: words, email: words }
  const required = { id: words, ...names, phone: fc.constant('+12125550142') }
  const user = fc.record(
    { ...required, preferredName: fc.option(words), isStaff: fc.boolean() },
    { requiredKeys: Object.keys(required) as (keyof typeof required)[] },
  )
  const departments = fc.array(department, { maxLength: 2 })
  const lists = { contactMethods: none, options: none, departments }
  const volunteer = fc.record({ id: words, createdAt: date, updatedAt: date, ...lists, user })
  const parts = { title: words, status: fc.constant(404), detail: words, errors: value }
  const error = fc.record(parts, { requiredKeys: [] })
  const status = fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 403, 404, 418, 429, 500, 501)
  const types = ['json', 'problem+json', `${secret}+json`].map((name) => `application/${name}`)
  const type = fc.constantFrom(...types, 'text/html', secret)
  const answer = fc.tuple(status, type, fc.oneof(page, volunteer, error, value))
  const leaks = /S3CR3T|5318008|token-[ab]|a-secret/
  const all = fc.array(answer, { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(all, page, volunteer, async (answers, first, record) => {
      let count = 0
      const probed = probeWith({ ...given, clientCredentials: client }, async (request) => {
        const [code, media, body] = answers[count++ % answers.length]!
        if (count % 3 === 0 && request.url.endsWith('/roles')) return json(first)
        if (count % 3 === 0 && request.url.endsWith('/volunteer')) return json(record)
        const headers = { 'content-type': media, location: `https://${secret}` }
        return new Response(JSON.stringify(body), { status: code, headers })
      })
      const outputs = await probed.then(
        (report) => [
          JSON.stringify([report, createProfile(report, new Date())]),
          compare(report, resolveSettings(), 'conmock').text,
        ],
        ({ message }: Error) => [message],
      )
      for (const output of outputs) expect(output).not.toMatch(leaks)
    }),
    runs(100),
  )
})
