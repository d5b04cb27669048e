import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { loadPacts } from '../../src/convention/load-pacts.js'
import { createMock, extendApi } from '../../src/index.js'
import { recordPactFile } from '../../src/pact/recording/recorded-file.js'
import {
  VerificationError,
  verifyPacts,
  type ExtendedVerifyOptions,
  type VerificationReport,
} from '../../src/pact.js'
import { registrations } from '../extension/registrations.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { pactFile, type Interaction, type Json } from './support/pacts.js'
import { startHttpServer } from './support/servers.js'

function open(extend: object, assumptions: object = {}) {
  const mock = createMock({ extend, assumptions } as object)
  async function ask(request: string, body?: unknown, token = 'mock-all-scopes'): Promise<unknown> {
    const [method = '', place] = request.split(' ')
    const response = await mock.fetch(`https://reg.example/api/v0/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.headers.get('content-type') === 'application/json' ? response.json() : undefined
  }
  return { mock, ask }
}

type Met = { readonly coverage: () => unknown }

async function record(extend: object, mock: Met) {
  const folder = temporaryFolder()
  const pacts = await loadPacts(extend)
  const { lines } = recordPactFile(pacts, mock.coverage() as never, { consumer: 'app' }, false, folder)
  const file = path.join(folder, 'pacts/app-convention-read-api.json')
  return { lines, file, text: readFileSync(file, 'utf8') }
}

async function verify(options: Partial<ExtendedVerifyOptions>): Promise<VerificationReport> {
  try {
    return await verifyPacts({ extend: registrations, ...options })
  } catch (error) {
    if (error instanceof VerificationError) return error.report
    throw error
  }
}

function outcomes({ interactions }: VerificationReport) {
  const short = (text: string) => text.replace('a request for ', '')
  return Object.fromEntries(interactions.map(({ description, outcome }) => [short(description), outcome]))
}

let met: Met
let recorded: Awaited<ReturnType<typeof record>>

beforeAll(async () => {
  const { mock, ask } = open(registrations, { 'roles.pageSize': 60 })
  await ask('GET users/1')
  await ask('GET users/nobody')
  await ask('GET users/1/registration')
  await ask('GET users/1/registration', undefined, 'mock-user-read')
  let nextPage: string | undefined
  do {
    const page = await ask('POST registrations/search', nextPage === undefined ? {} : { nextPage })
    nextPage = (page as { nextPage?: string | null }).nextPage ?? undefined
  } while (nextPage !== undefined)
  await ask('POST registrations/search', { nextPage: 'wrong' })
  await ask('POST registrations/search', { ids: 'secret' })
  await ask('DELETE users/2/registration')
  await ask('DELETE users/2/registration')
  await ask('POST registrations', { userId: '1122', badgeName: 'Secret' })
  await ask('POST registrations', { userId: '1' })
  await ask('GET users/1/photo')
  met = mock
})

beforeEach(async () => {
  recorded = await record(registrations, met)
})

const all = [
  'cancelRegistration that gets 204',
  'cancelRegistration that gets 409',
  'getPhoto',
  'getRegistration',
  'getRegistration with a token of another scope',
  'getUser',
  'getUser of an unknown user',
  'register that gets 201',
  'searchRegistrations with a wrong body',
  'searchRegistrations with an unknown cursor',
  'the first page of searchRegistrations',
  'the last page of searchRegistrations',
  'the second page of searchRegistrations',
]

describe('a recorded pact', () => {
  it('has what the tests met of own operations, with nothing of the tests in it', async () => {
    expect(recorded.lines[0]).toContain('13 interactions')
    expect(recorded.text).not.toMatch(/secret/i)
    const { mock, ask } = open(registrations)
    await ask('GET users/3/registration')
    const { file } = await record(registrations, mock)
    const [one] = (JSON.parse(readFileSync(file, 'utf8')) as { interactions: unknown[] }).interactions
    const before = JSON.parse(recorded.text) as { interactions: { description: string }[] }
    expect(one).toEqual(
      before.interactions.find(({ description }) => description === 'a request for getRegistration'),
    )
  })

  it('names what no request of it gets', () => {
    expect(recorded.lines).toContain(
      '  not in the pact: 1 response of register with 409 broken_rule: no example request gets it',
    )
  })

  it.each([
    ['its body needs an "example"', { body: z.object({ name: z.string() }) }, { name: 'A' }],
    ['"params" does not say what ":thing" is', {}, undefined],
    [
      'its example request is refused: Not now.',
      { params: { thing: 'roles.id' }, refuses: [409] },
      undefined,
    ],
  ])('says why an operation is not in it: %s', async (why, options, body) => {
    const extend = extendApi().operation(
      'change',
      `POST /api/v0/things${'body' in options ? '' : '/:thing'}` as 'POST /api/v0/things',
      options as { refuses?: readonly 409[] },
      ({ refuse, query }) => (query.has('ok') || !('refuses' in options) ? {} : refuse(409, 'Not now.')),
    )
    const { mock, ask } = open(extend)
    await ask(`POST things${'body' in options ? '' : '/1'}?ok=1`, body)
    await ask('GET roles')
    const { lines } = await record(extend, mock)
    expect(lines).toContainEqual(`  not in the pact: 1 response of change with 200 200: ${why}`)
  })

  it('takes types from the schema of the response, and leaves out what may be null or absent', async () => {
    const response = z.object({
      kind: z.enum(['a', 'b']),
      list: z.array(z.object({ name: z.string() })),
      open: z.string().nullable(),
      less: z.string().optional(),
    })
    const extend = extendApi().operation('get', 'GET /api/v0/thing', { response }, () => ({
      kind: 'a' as const,
      list: [{ name: 'x' }],
      open: 'x',
      less: 'x',
    }))
    const { mock, ask } = open(extend)
    await ask('GET thing')
    const { file } = await record(extend, mock)
    const { interactions } = JSON.parse(readFileSync(file, 'utf8')) as { interactions: [object] }
    expect(interactions[0]).toMatchObject({
      response: {
        body: { content: { kind: 'a', list: [{ name: 'x' }] } },
        matchingRules: { body: { '$.kind': { matchers: [{ match: 'regex', regex: '^(?:a|b)$' }] } } },
      },
    })
    expect(JSON.stringify(interactions)).not.toMatch(/open|less/)
    for (const list of [[], [{ name: 'y' }], [{ name: 1 }]]) {
      const url = await startHttpServer((_, reply) => {
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ kind: 'b', list }))
      })
      const options = {
        extend,
        pacts: file,
        against: { url, tokens: { 'user:read': 'a', 'volunteer:read': 'a' } },
      }
      const error = await verifyPacts(options).catch((failed: unknown) => failed)
      const isWrong = list[0]?.name === 1
      expect(error instanceof VerificationError).toBe(isWrong)
    }
  })
})

describe('a verification against the mock', () => {
  it('fulfills the pact, and says that it only repeats what the team wrote', async () => {
    const report = await verify({ pacts: recorded.file })
    expect(outcomes(report)).toEqual(Object.fromEntries(all.map((name) => [name, 'verified'])))
    for (const { assumptions } of report.interactions)
      expect(assumptions).toContainEqual(expect.stringContaining(' (yours)'))
  })

  it('fails what the team says if assumptions are not allowed', async () => {
    const report = await verify({ pacts: recorded.file, failOn: 'assumed' })
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(['broken']))
  })
})

describe('the states of a collection', () => {
  const path = '/api/v0/users/42/registration'
  const get = (params: Json, more: Interaction = {}): Interaction => ({
    path,
    states: [['a registration exists', params]],
    ...more,
  })

  it('have the fields of the parameters', async () => {
    const body = { userId: '42', status: 'canceled' }
    const pacts = pactFile(get(body, { body }), get({}, { states: ['no registrations exist'], status: 404 }))
    const report = await verify({ pacts })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'verified'])
  })

  it('refuse wrong fields', async () => {
    const pacts = pactFile(get({ userID: '42' }), get({ userId: '42', status: 'gone' }))
    const { interactions } = await verify({ pacts })
    const known = 'unknown: userID; known parameters: id, userId, status, badgeName, options'
    expect(interactions.map(({ outcome }) => outcome)).toEqual(['problem', 'problem'])
    expect(interactions[0]?.reason).toContain(known)
    expect(interactions[1]?.reason).toContain('$.status')
  })

  it('of several collections are about records that refer to each other', async () => {
    const badge = z.object({ id: z.string(), userId: z.string() })
    const extend = extendApi()
      .collection('badges', {
        one: 'badge',
        schema: badge,
        references: { userId: 'users' },
        factory: () => ({}),
      })
      .operation(
        'getBadge',
        'GET /api/v0/users/:id/badges/:badge',
        { params: { id: 'users.id', badge: 'badges.id' }, refuses: [409] },
        ({ found, refuse }) =>
          found.badge.userId === found.user.id ? found.badge : refuse(409, 'It is of another user.'),
      )
      .operation(
        'listBadges',
        'GET /api/v0/users/:id/badges',
        { params: { id: 'users.id' }, pages: 'badges' },
        ({ found, page }) => page({ where: { userId: found.user.id } }),
      )
    const { mock, ask } = open(extend)
    const { badges } = mock as object as { badges: { create(given: object): Promise<{ id: string }> } }
    const { id } = await badges.create({ userId: '1' })
    await ask('GET users/1/badges')
    await ask(`GET users/1/badges/${id}`)
    const { file, lines } = await record(extend, mock)
    expect(lines).toHaveLength(3)
    const report = await verify({ extend, pacts: file })
    expect(outcomes(report)).toEqual({ 'a page of listBadges': 'verified', getBadge: 'verified' })
    expect(report.interactions.map(({ states }) => states)).toEqual([
      ['a user exists', 'listBadges finds badges'],
      ['a user exists', 'a badge exists'],
    ])
  })
})

/** Starts a service that has one registration, with a status that is no text. */
async function startService() {
  const seen: string[] = []
  const url = await startHttpServer((request, reply) => {
    void buffer(request).then((body) => {
      seen.push(`${request.method} ${request.url} ${body.toString()}`.trim())
      const user = {
        id: '7',
        firstName: 'A',
        lastName: 'B',
        email: 'a@b.example',
        phone: '+17185550179',
        username: 'a',
      }
      const mine = { id: '1', userId: '7', status: 3, badgeName: null, options: [], user }
      const send = (status: number, json: object) =>
        reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      if (request.headers.authorization !== 'Bearer right') return send(403, {})
      if (request.url === '/api/v0/users/7/registration') return send(200, mine)
      if (request.url === '/api/v0/registrations/search')
        return body.toString() === '[]'
          ? send(400, {})
          : send(200, { data: [{ ...mine, status: 'paid' }], nextPage: null })
      return send(404, {})
    })
  })
  const scopes = ['registration:read', 'registration:update', 'user:read']
  const tokens = { ...Object.fromEntries(scopes.map((scope) => [scope, 'right'])), 'volunteer:read': 'wrong' }
  return { seen, against: { url, tokens } }
}

describe('a verification against a service', () => {
  it('finds the field in which it differs, changes nothing, and skips what it cannot look up', async () => {
    const { seen, against } = await startService()
    const fixtures = { 'registration.userId': '7' }
    const report = await verify({ pacts: recorded.file, against: { ...against, fixtures } })
    expect(outcomes(report)).toEqual({
      ...Object.fromEntries(all.map((name) => [name, 'skipped'])),
      getRegistration: 'broken',
      'getRegistration with a token of another scope': 'verified',
      'searchRegistrations with a wrong body': 'verified',
      'searchRegistrations with an unknown cursor': 'broken',
    })
    const found = (text: string) =>
      report.interactions.find(({ description }) => description === `a request for ${text}`)
    expect(found('getRegistration')).toMatchObject({
      mismatches: [{ part: 'body', path: '$.status' }],
      mock: 'verified',
    })
    expect(found('register that gets 201')?.reason).toBe(
      'POST /api/v0/registrations is not sent to a real service, because it changes data',
    )
    expect(found('getUser')?.reason).toContain('--fixture user.id=…')
    expect(found('getUser of an unknown user')?.reason).toContain('--fixture noUser.id=…')
    expect(found('the second page of searchRegistrations')?.reason).toContain('has only 1 page')
    expect(seen.filter((request) => !/^GET|^POST \S+\/search/.test(request))).toEqual([])
  })

  it('refuses an unknown fixture, and those of the API that are wrong', async () => {
    const { against } = await startService()
    const check = (fixtures: Record<string, string>) =>
      verify({ pacts: recorded.file, against: { ...against, fixtures } })
    await expect(check({ 'registration.userID': '7' })).rejects.toThrow('did you mean "registration.userId"?')
    await expect(check({ 'registration.userId': '..' })).rejects.toThrow('must be a value of a record')
    await expect(check({ userId: '..' })).rejects.toThrow('must be the id of a user')
  })
})
