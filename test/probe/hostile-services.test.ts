import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatComparison, formatProbe } from '../../src/probe/format-probe.js'
import { probe } from '../../src/probe/probe.js'
import { compare, profileOf } from '../../src/probe/profile.js'
import type { ProbeReport } from '../../src/probe/report.js'
import { runs } from '../support/property.js'
import { findingsWith, probeWith, url } from './probe-target.js'

const given = {
  tokens: { 'user:read': 'token-a', 'volunteer:read': 'token-b' },
  fixtures: { userId: '1', unknownUser: '2', userWithoutRecord: '3', userWithPreferredNameAbsent: '4' },
} as const

const client = { tokenUrl: `${url}/api/oauth/token`, clientId: 'me', clientSecret: 'a-secret' }

async function start(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function probeServer(address: string): Promise<ProbeReport> {
  return probeWith({ url: address, ...given }, undefined, 200)
}

function expectNothing(report: ProbeReport): void {
  expect(findingsWith(report, 'measured')).toEqual({})
  expect(findingsWith(report, 'no such variant')).toEqual({})
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers })
}

describe('nothing is measured at a service that', () => {
  it.each<[string, () => Response]>([
    ['responds with 418 to everything', () => json({ teapot: true }, 418)],
    [
      'responds with HTML and 200',
      () => new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['responds with any JSON and 200', () => json({ status: 'ok' })],
    ['responds with an empty object', () => json({})],
    ['responds with nothing and 200', () => new Response(null)],
    [
      'responds with broken JSON',
      () => new Response('{"data":[', { headers: { 'content-type': 'application/json' } }),
    ],
    [
      'redirects to another origin',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } }),
    ],
    ['responds with 401 to everything', () => json({ title: 'Unauthorized', status: 401 }, 401)],
    ['responds with 404 to everything', () => json({ title: 'Not Found', status: 404 }, 404)],
    [
      'sends roles that break the API specification',
      () => json({ data: [{ id: 1, name: 'a' }], nextPage: null }),
    ],
  ])('%s', async (_, answer) => {
    const origins = new Set<string>()
    const report = await probeWith(given, async (request) => {
      origins.add(new URL(request.url).origin)
      return answer()
    })
    expectNothing(report)
    expect(report.ended).toBeUndefined()
    expect([...origins]).toEqual([url])
  })

  it.each<[string, RequestListener, string]>([
    ['never responds', () => {}, 'the service gave no response twice'],
    [
      'breaks off every response',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
        response.write('{"data":', () => response.destroy())
      },
      'the service gave no response twice',
    ],
    [
      'sends a body without an end',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const block = Buffer.alloc(1_000_000, ' ')
        const send = () => response.write(block, (error) => void (error ?? send()))
        send()
      },
      'the service gave no response twice',
    ],
    [
      'responds with 429 at once',
      (_, response) => response.writeHead(429).end(),
      'the service responded with 429',
    ],
    [
      'responds with 500',
      (_, response) => response.writeHead(500).end(),
      'the service responded with a status from 500 three times',
    ],
  ])('%s, and the probe ends early', async (_, answer, ended) => {
    const report = await probeServer(await start(answer))
    expectNothing(report)
    expect(report.ended).toBe(ended)
    expect(report.requests.get).toBeLessThanOrEqual(3)
  })

  it('redirects to another origin, to which nothing is sent', async () => {
    let sent = 0
    const other = await start((_, response) => {
      sent++
      response.end()
    })
    const report = await probeServer(
      await start(({ url: path }, response) => {
        response.writeHead(307, { location: `${other}${path}` }).end()
      }),
    )
    expectNothing(report)
    expect(sent).toBe(0)
  })

  it('responds slowly, and the probe ends at its time limit', async () => {
    const address = await start((_, response) => void setTimeout(() => response.writeHead(404).end(), 50))
    const report = await probe({
      against: { url: address, ...given },
      profile: 'spec',
      now: 0,
      limits: { pauseMs: 0, responseMs: 10_000, totalMs: 200 },
    })
    expectNothing(report)
    expect(report.ended).toBe('0.2 seconds are over')
  })

  it('cannot be reached, or has an invalid certificate', async () => {
    const plain = await start((_, response) => response.end())
    for (const address of ['http://127.0.0.1:1', plain.replace('http:', 'https:')]) {
      const report = await probeServer(address)
      expectNothing(report)
      expect(report.findings['auth.missing'].reason).toMatch(/^(?:no complete response|not sent)/)
    }
  })
})

describe('pages', () => {
  it.each([
    ['of a cursor that repeats', () => 'same', 'a page has the cursor of an earlier page'],
    ['without an end', (page: number) => `cursor ${page}`, /^there are more than \d+ pages$/],
  ])('%s do not show a last page', async (_, cursor, reason) => {
    let page = 0
    const report = await probeWith(given, async (request) => {
      if (!request.url.includes('/roles')) return json({}, 404)
      page++
      return json({ data: [{ id: String(page), name: `role ${page}` }], nextPage: cursor(page) })
    })
    expect(report.findings['roles.lastPage'].reason).toMatch(reason)
    expect(report.requests.get).toBeLessThanOrEqual(40)
  })
})

describe('a token endpoint that lies', () => {
  const answers: [string, () => Response][] = [
    ['HTML', () => new Response('<p>ok</p>', { headers: { 'content-type': 'text/html' } })],
    ['no token', () => json({ token_type: 'Bearer' })],
    ['a token for a header of its own', () => json({ access_token: 'a\r\nx: y', token_type: 'Bearer' })],
    ['another type of token', () => json({ access_token: 'abc', token_type: 'mac' })],
    ['a redirect', () => new Response(null, { status: 307, headers: { location: 'https://evil.example/' } })],
    ['an error with a secret', () => json({ error: 'invalid_client', error_description: 'a-secret' }, 400)],
  ]
  it.each(answers)('%s: no token is used', async (_, answer) => {
    const report = await probeWith({ clientCredentials: client }, async (request) => {
      expect(new URL(request.url).origin).toBe(url)
      expect(request.headers.get('authorization') ?? '').not.toMatch(/Bearer (?!conmock)/)
      return request.method === 'POST' ? answer() : json({}, 401)
    })
    expect(report.findings['token.endpoint'].verdict).toBe('inconclusive')
    expect(JSON.stringify(report)).not.toContain('a-secret')
  })
})

it.each([
  ['http://reg.example.com', {}, 'against.url'],
  [
    url,
    { clientCredentials: { ...client, tokenUrl: 'http://sso.example.com' } },
    'against.clientCredentials.tokenUrl',
  ],
  [url, { fixtures: { userId: '..' } }, 'against.fixtures.userId'],
  ['https://user:password@reg.example.com', {}, 'against.url'],
])('no request is sent for %s %j', async (address, more, option) => {
  const sent = probeWith({ url: address, ...more }, async () =>
    Promise.reject(new Error('a request was sent')),
  )
  await expect(sent).rejects.toMatchObject({ name: 'InvalidOptionError', option })
})

it('the service is not conmock itself', async () => {
  const asked = probeWith(given, async () => json({ status: 'ok', version: '1.0.0' }))
  await expect(asked).rejects.toThrow('is conmock itself, so nothing was measured')
})

it('no value of the service is in a report, a profile or an output', async () => {
  const secret = 'S3CR3T'
  const text = fc.constantFrom(secret, `${secret}@example.org`, `<b>${secret}</b>`)
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.constantFrom(null, true, 5318008),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(text, tie('any'), { maxKeys: 3 }),
    ),
  })).any
  const role = fc.record({
    id: fc.integer().map((id) => `${secret}${id}`),
    name: fc.integer().map((id) => `${secret}${id}`),
  })
  const page = fc.record({ data: fc.array(role, { maxLength: 8 }), nextPage: fc.constantFrom(null, secret) })
  const volunteer = fc.record({
    id: text,
    createdAt: fc.constant('2026-01-31T18:30:00Z'),
    updatedAt: fc.constant('2026-01-31T18:30:00Z'),
    contactMethods: fc.constant([]),
    departments: fc.array(
      fc.record({ id: text, states: fc.constant([]), name: text }, { requiredKeys: ['id', 'states'] }),
      { maxLength: 2 },
    ),
    options: fc.constant([]),
    user: fc.record(
      {
        id: text,
        firstName: text,
        lastName: text,
        username: text,
        email: text,
        phone: fc.constant('+12125550142'),
        preferredName: fc.option(text),
        isStaff: fc.boolean(),
      },
      { requiredKeys: ['id', 'firstName', 'lastName', 'username', 'email', 'phone'] },
    ),
  })
  const error = fc.record(
    { title: text, status: fc.constant(404), detail: text, errors: value },
    { requiredKeys: [] },
  )
  const status = fc.constantFrom(200, 200, 200, 201, 302, 400, 401, 403, 404, 418, 429, 500, 501)
  const type = fc.constantFrom(
    'application/json',
    'application/problem+json',
    `application/${secret}+json`,
    'text/html',
    secret,
  )
  const answer = fc.tuple(status, type, fc.oneof(page, volunteer, error, value))
  const leaks = /S3CR3T|5318008|token-[ab]|a-secret/
  await fc.assert(
    fc.asyncProperty(
      fc.array(answer, { minLength: 1, maxLength: 25 }),
      page,
      volunteer,
      async (answers, first, record) => {
        let count = 0
        const report = await probeWith({ ...given, clientCredentials: client }, async (request) => {
          const [code, media, body] = answers[count++ % answers.length]!
          if (count % 3 === 0 && request.url.endsWith('/roles')) return json(first)
          if (count % 3 === 0 && request.url.endsWith('/volunteer')) return json(record)
          return new Response(JSON.stringify(body), {
            status: code,
            headers: { 'content-type': media, location: `https://${secret}` },
          })
        })
        const profile = profileOf(report)
        const outputs = [report, profile].map((each) => JSON.stringify(each))
        outputs.push(formatProbe(report), formatComparison(report, compare(profile, report)))
        for (const output of outputs) expect(output).not.toMatch(leaks)
      },
    ),
    runs(100),
  )
})
