import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { extendApi } from '../../src/index.js'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { changed, fileOf, pactFile, pactOf, type Interaction, type Json } from './support/pacts.js'
import { temporaryFile, temporaryFolder } from '../support/temporary-folder.js'
import { expectFailure, expectOneProblem } from './support/failure.js'
import { deadUrl, startReplies } from './support/servers.js'

const roles: Interaction = { path: '/api/v0/roles' }

const message = { type: 'Asynchronous/Messages', description: 'something has happened', contents: {} }
const messagePact = () => {
  const { interactions: _, ...pact } = pactOf(3, [])
  return fileOf({ ...pact, messages: [message] })
}
const messageInteraction = () => fileOf({ ...pactOf(4, []), interactions: [message] })
const absent = () => path.join(temporaryFolder(), 'absent.json')
const ofAnother = () => fileOf(pactOf(4, [roles], { consumer: 'c', provider: 'another' }))

it.each<[what: string, pacts: () => string[], reason: RegExp, provider?: string]>([
  ['no pact at all', () => [], /no pact found: no file, folder or pattern was given$/],
  ['a missing file', () => [absent()], /no pact found: no file matches .*absent\.json$/],
  ['a missing file beside another', () => [pactFile(roles), absent()], /no file matches .*absent\.json$/],
  ['an empty folder', () => [temporaryFolder()], /no pact found: .* contains no JSON file$/],
  ['a useless pattern', () => [path.join(temporaryFolder(), '*.json')], /no file matches .*\*\.json$/],
  ['another provider', () => [pactFile(roles)], /"some other"; .* for "a provider"$/, 'some other'],
  ['two providers', () => [pactFile(roles), ofAnother()], /\("a provider", "another"\); .* \(--provider\)$/],
  ['an empty pact', () => [pactFile()], /\$\.interactions: is empty$/],
  ['an empty pact beside another', () => [pactFile(roles), pactFile()], /\$\.interactions: is empty$/],
  ['a pact of messages', () => [messagePact()], /\$\.messages\[0\]: is a message; only HTTP /],
  ['a message', () => [messageInteraction()], /\$\.interactions\[0\]\.type: must be "Synchronous\/HTTP"; /],
  ['no JSON', () => [temporaryFile('pact.json', '{ "consumer": ')], /pact\.json is not JSON: /],
  [
    'no pact',
    () => [temporaryFile('pact.json', '[]')],
    /pact\.json: \$: is not a JSON object, so it is not a pact$/,
  ],
  [
    'no provider',
    () => [temporaryFile('a.json', '{"consumer":{"name":"c"}}')],
    /\$\.provider: is missing; expected object$/,
  ],
])('nothing to verify: %s is a problem', async (_, pacts, reason, provider) => {
  await expectOneProblem({ pacts: pacts(), provider }, reason)
})

describe('a state that cannot be set up', () => {
  const throwing: StateHandlers = {
    'the database holds an order'() {
      throw new Error('the database is away')
    },
    'an order': () => Promise.reject(new Error('too late')),
  }

  const cases: [version: 2 | 3 | 4, states: NonNullable<Interaction['states']>, reason: RegExp][] = [
    [2, ['a volunter exists'], /"a volunter exists": unknown state; .*known states: "a volunteer exists"/],
    [3, [['a volunter exists', { userId: '42' }]], /"a volunter exists \{userId: 42\}": unknown state/],
    [4, ['roles exist', 'a moon exists'], /state "a moon exists": unknown state/],
    [4, ['the database holds an order'], /state "the database holds an order": the database is away$/],
    [2, ['an order'], /state "an order": too late$/],
    [4, [['roles exist', { count: 'many' }]], /state "roles exist \{count: many\}": count: /],
    [3, [['roles exist', { amount: 3 }]], /state "roles exist \{amount: 3\}": .*amount/],
  ]

  it('is a problem, in each version', async () => {
    const pacts = cases.map(([version, states]) => fileOf(pactOf(version, [{ ...roles, states }])))
    const { report } = await expectFailure({ pacts, states: throwing }, 2)
    expect(report.interactions.map(({ outcome, reason }) => [outcome, reason])).toEqual(
      cases.map(([, , reason]) => ['problem', expect.stringMatching(reason)]),
    )
  })

  it.each<[what: string, version: 2 | 3, members: Json]>([
    ['a list of strings', 3, { providerStates: ['a moon exists'] }],
    ['a name that is not a string', 3, { providerStates: [{ name: 7 }] }],
    ['an object instead of a list', 3, { providerStates: { name: 'a moon exists' } }],
    ['parameters that are not an object', 3, { providerStates: [{ name: 'roles exist', params: ['many'] }] }],
    ['a state that is not a string', 2, { providerState: { name: 'a moon exists' } }],
    ['an empty list beside the state of V2', 2, { providerState: 'a moon exists', providerStates: [] }],
  ])('invalid states are a problem: %s', async (_, version, members) => {
    await expectFailure({ pacts: fileOf(changed(pactOf(version, [roles]), members)) }, 2)
  })

  it('a state that never resolves is a problem', async () => {
    const pacts = pactFile({ ...roles, states: ['an order'] })
    const states = { 'an order': () => new Promise<void>(() => undefined) }
    await expectOneProblem({ pacts, states, timeout: 1 }, /was stopped after 1 s; /)
  })

  it('fails the run, but the interactions before and after it are verified', async () => {
    const pacts = pactFile(roles, { ...roles, states: ['a moon exists'] }, roles)
    await expectFailure({ pacts }, 2, ['verified', 'problem', 'verified'])
  })
})

/** A pact with an interaction for each of these responses. */
function withResponses(responses: readonly Json[]): string {
  return pactFile(...responses.map((response) => ({ ...roles, response })))
}

describe('a list that is too long or too short is broken, whatever the example', () => {
  const five = { data: Array.from({ length: 5 }, (_, id) => ({ id: String(id), name: `role ${id}` })) }

  const cases: [rules: readonly Json[], example: readonly unknown[], isBroken: boolean][] = [
    [[{ match: 'type', max: 0 }], [], true],
    [[{ match: 'type', min: 0, max: 0 }], [], true],
    [
      [
        { match: 'type', max: 0 },
        { match: 'type', min: 0 },
      ],
      [],
      true,
    ],
    [[{ match: 'type', max: 4 }], [], true],
    [[{ match: 'type', min: 6 }], [], true],
    [[{ match: 'max', max: 4 }], [{ id: '1' }], true],
    [[{ match: 'type', min: 5, max: 5 }], [], false],
  ]

  it('with each rule', async () => {
    const responses = cases.map(([matchers, data]) => ({
      body: { content: { data }, contentType: 'application/json', encoded: false },
      matchingRules: { body: { '$.data': { combine: 'AND', matchers } } },
    }))
    const against = { url: await startReplies(() => ({ body: five })), tokens: { 'user:read': 'any-token' } }
    const { report } = await expectFailure({ pacts: withResponses(responses), against }, 1)
    expect(report.interactions.map(({ mismatches }) => mismatches.map(({ path: at }) => at))).toEqual(
      cases.map(([, , isBroken]) => (isBroken ? ['$.data'] : [])),
    )
  })
})

const inData = (matcher: Json) => ({ body: { '$.data': { matchers: [matcher] } } })

describe('a rule that the verifier cannot read', () => {
  const unreadable: [matchingRules: Json, reason: string][] = [
    [inData({ match: 'tyep' }), 'body $.data: the matcher "tyep" does not'],
    [inData({ match: 'regex' }), 'body $.data: the matcher "regex" has no "re'],
    [{ body: { '$.data[': { matchers: [{ match: 'type' }] } } }, 'body $.data[: this is not a path'],
    [inData({ match: 'type', max: -1 }), 'body $.data: the matcher "type" has'],
    [{ header: { 'X-A': { matchers: [{}] } } }, 'header X-A: a matcher has no "match"'],
    [{ status: { matchers: [{ match: 'statusCode' }] } }, 'status: the matcher "statusCode" has no "status"'],
    [
      { status: { matchers: [{ match: 'statusCode', status: '200' }] } },
      'status: the matcher "statusCode" needs a list in "status", or one of: info, success',
    ],
    [
      inData({ match: 'eachValue', rules: {} }),
      'body $.data: the matcher "eachValue" needs a list of objects',
    ],
    [inData({ match: 'eachKey', rules: [{ match: 'tyep' }] }), 'body $.data: the matcher "tyep" does not'],
    [
      { bdy: { '$.data': { matchers: [{ match: 'type' }] } } },
      'bdy $.data: there is no such part: did you mean "body"',
    ],
    [
      inData({ match: 'arrayContains', variants: [{ rules: { $: { matchers: [{ match: 'tyep' }] } } }] }),
      'body $.data: the matcher "tyep" does not',
    ],
  ]

  it('is named with its interaction, and the other interactions are verified', async () => {
    const responses = [{}, ...unreadable.map(([matchingRules]) => ({ matchingRules }))]
    const { report } = await expectFailure({ pacts: withResponses(responses) }, 2)
    const [first, ...others] = report.interactions
    expect(first).toMatchObject({ outcome: 'verified' })
    expect(others.map(({ reason }) => reason)).toEqual(
      unreadable.map(([, reason]) => expect.stringContaining(`matchingRules.${reason}`)),
    )
  })

  it('in the only interaction is a problem of this interaction', async () => {
    const pacts = withResponses([{ matchingRules: unreadable[0]![0] }])
    const { report } = await expectFailure({ pacts }, 2, ['problem'])
    expect(report.interactions[0]?.reason).toContain('"tyep" does not exist: did you mean "type"?')
  })
})

describe('a service that only refuses requests', () => {
  const unknown: Interaction = {
    path: '/api/v0/users/7/volunteer',
    states: ['the user does not exist'],
    status: 404,
  }
  const anonymous: Interaction = { ...roles, states: ['no credential'], status: 401 }
  const tokens = { 'volunteer:read': 'of-volunteers', 'user:read': 'of-roles' }
  const fixtures = { unknownUser: 'nobody' }
  const problem =
    'no response of the service was a success of this API, so this may be another program: check its URL'

  it.each<[string, status: number, interactions: Interaction[]]>([
    ['404', 404, [unknown]],
    ['401', 401, [anonymous]],
    [
      '404',
      404,
      [
        { ...roles, pending: true },
        { ...unknown, pending: true },
      ],
    ],
  ])('with %s to everything is a problem', async (_, status, interactions) => {
    const url = await startReplies(() => ({ status }))
    const against = { url, tokens, fixtures }
    const { report } = await expectFailure({ pacts: pactFile(...interactions), against }, 2)
    expect(report.problems).toEqual([
      `${problem}; it responds with ${status} to GET /api/v0/roles with a valid token`,
    ])
  })

  it('with 404 to every valid token is a problem', async () => {
    const url = await startReplies(({ headers }) => ({ status: headers.authorization ? 404 : 401 }))
    const against = { url, tokens, fixtures: { ...fixtures, userId: 'it/s' } }
    const { report } = await expectFailure({ pacts: pactFile(unknown, anonymous), against }, 2)
    expect(report.problems[0]).toContain('; it responds with 404 to GET /api/v0/users/it%2Fs/volunteer with')
  })

  it('is verified if it can be read', async () => {
    const url = await startReplies(({ url: asked, headers }) =>
      asked === '/api/v0/roles' && headers.authorization
        ? { body: { data: [] } }
        : { status: headers.authorization ? 404 : 401 },
    )
    const pacts = pactFile(unknown, anonymous)
    const { outcome } = await verifyPacts({ pacts, against: { url, tokens, fixtures } })
    expect(outcome).toBe('verified')
  })

  it('is a problem if conmock could read nothing, and names the flags for it', async () => {
    const url = await startReplies(() => ({ status: 401 }))
    const { report } = await expectFailure({ pacts: pactFile(anonymous), against: { url } }, 2)
    expect(report.problems).toEqual([
      `${problem}, and let conmock read something with --fixture userId=… or --token-env user:read=VARIABLE`,
    ])
  })

  it('is named as a possible other program if it breaks a pact', async () => {
    const url = await startReplies(() => ({ status: 404 }))
    const { report } = await expectFailure({ pacts: pactFile(roles), against: { url, tokens } }, 1)
    expect(report.problems[0]).toContain('this may be another program')
  })
})

it('a host that sends its page to log in for every path is a problem', async () => {
  const headers = { 'content-type': 'text/html' }
  const url = await startReplies(() => ({ headers, body: '<!doctype html><title>Log in</title>' }))
  const extend = extendApi().operation('getFile', 'GET /api/v0/file', {}, () => new Response('a'))
  const against = { url, tokens: { 'user:read': 'a', 'volunteer:read': 'a' } }
  for (const one of [{ method: 'HEAD' }, { path: '/api/v0/unknown' }, { path: '/api/v0/file' }]) {
    const { report } = await expectFailure({ pacts: pactFile(one), against, extend }, 2, ['verified'])
    expect(report.problems[0]).toContain('this may be another program: check its URL; it responds with 200')
  }
})

it('a service of files is no other program', async () => {
  const url = await startReplies(() => ({ headers: { 'content-type': 'text/csv' }, body: 'a,b' }))
  const extend = extendApi().operation('getFile', 'GET /api/v0/file', {}, () => new Response('a'))
  // Only this token is there. Without a scope, the operation takes any.
  const against = { url, tokens: { 'user:read': 'a' } }
  const { outcome } = await verifyPacts({ pacts: pactFile({ path: '/api/v0/file' }), against, extend })
  expect(outcome).toBe('verified')
})

describe('the environment', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['PACT_DESCRIPTION', 'no interaction has this description', []],
    ['PACT_PROVIDER_STATE', 'no interaction has this state', []],
    ['PACT_PROVIDER_NO_STATE', 'true', ['roles exist']],
  ])('does not filter interactions by %s', async (name, value, states) => {
    const file = pactFile({ ...roles, states, status: 418 })
    vi.stubEnv(name, value)
    await expectFailure({ pacts: file }, 1, ['broken'])
  })

  it('does not send requests through a proxy', async () => {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']) {
      for (const each of [name, name.toLowerCase()]) vi.stubEnv(each, name === 'NO_PROXY' ? '' : deadUrl)
    }
    const { interactions } = await verifyPacts({ pacts: pactFile(roles) })
    expect(interactions).toMatchObject([{ outcome: 'verified' }])
  })

  it('does not add a broker', async () => {
    const paths: string[] = []
    const url = await startReplies(({ url: requested = '' }) => {
      paths.push(requested)
      return { status: 404 }
    })
    vi.stubEnv('PACT_BROKER_BASE_URL', url)
    vi.stubEnv('PACT_BROKER_TOKEN', 'of-no-matter')
    const { interactions } = await verifyPacts({ pacts: pactFile(roles) })
    expect(interactions).toHaveLength(1)
    expect(paths).toEqual([])
  })
})
