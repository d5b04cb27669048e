import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../src/index.js'
import { verifyPacts } from '../../src/pact.js'
import { registrations } from '../extension/registrations.js'
import { open, outcomes, record, verify, type Met } from './support/own-operations.js'
import { pactFile } from './support/pacts.js'
import { startService } from './support/registration-service.js'
import { startHttpServer } from './support/servers.js'

let met: Met
let recorded: Awaited<ReturnType<typeof record>>

beforeAll(async () => {
  const { mock, ask } = open(registrations, { 'roles.pageSize': 60 })
  await ask('GET users/1')
  await ask('GET users/nobody')
  await ask('GET users/1/registration')
  await ask('GET users/1/registration', undefined, 'mock-user-read')
  const ids = mock.users.findMany().map(({ id }) => id)
  let nextPage: string | undefined
  do {
    const page = await ask('POST registrations/search', { ids, ...(nextPage !== undefined && { nextPage }) })
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
  it('has an interaction for each own operation that tests used, and no value of a test', async () => {
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
      '  not in the pact: the filter ids of searchRegistrations: its "example" does not use it',
    )
    expect(recorded.lines).toContain(
      '  not in the pact: 1 response of register with 409 broken_rule: no example request gets it',
    )
  })

  it.each([
    ['its body needs an "example"', { body: z.object({ name: z.string() }) }, { name: 'A' }],
    ['":thing" is missing in its "params"', {}, undefined],
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
    expect(lines).toContainEqual(`  not in the pact: 1 response of change with 200: ${why}`)
  })

  it('has pages that need records with other fields than the default', async () => {
    const schema = z.object({ id: z.string(), open: z.boolean() })
    const extend = extendApi()
      .collection('desks', {
        one: 'desk',
        schema,
        factory: () => ({ open: false }),
        initial: () => [{ id: '1', open: true }, { id: '2' }],
      })
      .operation(
        'findByDesk',
        'GET /api/v0/desks/:id/users',
        { params: { id: 'desks.id' }, pages: 'users', refuses: [409] },
        ({ found, page, refuse }) => (found.desk.open ? page() : refuse(409, 'It is closed.')),
      )
    const { mock, ask } = open(extend, { 'roles.pageSize': 60 })
    let query = ''
    do {
      const { nextPage } = (await ask(`GET desks/1/users${query}`)) as { nextPage?: string }
      query = nextPage === undefined ? '' : `?nextPage=${nextPage}`
    } while (query !== '')
    await ask('GET desks/1/users?nextPage=wrong')
    await ask('GET desks/2/users')
    const { file } = await record(extend, mock)
    expect(outcomes(await verify({ extend, pacts: file }))).toEqual({
      'findByDesk that gets 409': 'verified',
      'findByDesk with an unknown cursor': 'verified',
      'the first page of findByDesk': 'verified',
      'the second page of findByDesk': 'verified',
      'the last page of findByDesk': 'verified',
    })
  })

  it('takes types from the schema of the response, and leaves out what may be null or absent', async () => {
    const response = z.object({
      kind: z.enum(['a', 'b']),
      list: z.array(z.object({ name: z.string() })),
      open: z.string().nullable(),
      less: z.string().optional(),
      byDay: z.record(z.string(), z.number()),
      either: z.discriminatedUnion('type', [
        z.object({ type: z.literal('a') }),
        z.object({ type: z.literal('b') }),
      ]),
      text: z.union([z.string(), z.number()]),
      anything: z.unknown(),
      things: z.array(z.any()),
    })
    const extend = extendApi().operation('get', 'GET /api/v0/thing', { response }, () => ({
      kind: 'a' as const,
      list: [{ name: 'x' }],
      open: 'x',
      less: 'x',
      byDay: { monday: 1 },
      either: { type: 'a' as const },
      text: 'x',
      anything: 'x',
      things: ['x'],
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
    expect(JSON.stringify(interactions)).not.toMatch(/open|less|monday|text|anything/)
    // What may be null or absent is checked with the schema.
    const others = { byDay: { sunday: 2 }, either: { type: 'b' }, text: 1, anything: 1, things: [1] }
    const right = { kind: 'b', list: [{ name: 'y' }], open: null, ...others }
    const wrong = [
      { ...right, list: [{ name: 1 }] },
      { ...right, open: 1 },
      { ...right, less: null },
      { ...right, either: { type: 'c' } },
      { ...right, byDay: 1 },
    ]
    for (const json of [right, { ...right, list: [], more: 1 }, ...wrong, { kind: 'b', list: [] }]) {
      const url = await startHttpServer((_, reply) => {
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      })
      const options = {
        extend,
        pacts: file,
        against: { url, tokens: { 'user:read': 'a', 'volunteer:read': 'a' } },
      }
      const shown = await verifyPacts(options).then(({ outcome }) => outcome, String)
      expect(shown).toMatch(
        json === right || 'more' in json ? /^verified$/ : /schema of get \(yours\): |list\[0\]|byDay/,
      )
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

  it('compares the body of a Response', async () => {
    const extend = extendApi().operation('getThing', 'GET /api/v0/thing', {}, () => Response.json({ a: 1 }))
    const path = '/api/v0/thing'
    const report = await verify({
      extend,
      pacts: pactFile({ path, body: { a: 1 } }, { path, body: { a: 2 } }),
    })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'broken'])
  })

  it('fails what the team says if assumptions are not allowed', async () => {
    const report = await verify({ pacts: recorded.file, failOn: 'assumed' })
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(['broken']))
  })
})

describe('a verification against a service', () => {
  it('finds the field in which it differs, changes nothing, and names the fixtures that it needs', async () => {
    const { seen, against } = await startService()
    const fixtures = { 'registration.userId': '7' }
    const report = await verify({ pacts: recorded.file, against: { ...against, fixtures } })
    expect(outcomes(report)).toEqual({
      ...Object.fromEntries(all.map((name) => [name, 'skipped'])),
      getRegistration: 'broken',
      'getRegistration with a token of another scope': 'verified',
      'searchRegistrations with a wrong body': 'verified',
      'searchRegistrations with an unknown cursor': 'broken',
      // Without a fixture.
      getPhoto: 'problem',
      getUser: 'problem',
      'getUser of an unknown user': 'problem',
    })
    expect(report.problems).toContainEqual(
      expect.stringMatching(
        /^some interactions need more flags: .*--fixture user.id=….*--fixture noUser.id=…/,
      ),
    )
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
