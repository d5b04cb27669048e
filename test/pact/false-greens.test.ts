import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyPacts, type StateHandlers } from '../../src/pact.js'
import { fileOf, pactFile, pactOf, temporaryFolder, type Interaction } from './support/pacts.js'
import { onlyProblem, expectFailure } from './support/failure.js'
import { deadUrl, startHttpServer } from './support/servers.js'

const roles: Interaction = { path: '/api/v0/roles' }

function messagePact(): string {
  return fileOf({
    consumer: { name: 'a consumer' },
    provider: { name: 'a provider' },
    messages: [{ description: 'something has happened', contents: {} }],
    metadata: { pactSpecification: { version: '3.0.0' } },
  })
}

function messageInteraction(): string {
  return fileOf({
    consumer: { name: 'a consumer' },
    provider: { name: 'a provider' },
    interactions: [{ type: 'Asynchronous/Messages', description: 'something has happened', contents: {} }],
    metadata: { pactSpecification: { version: '4.0' } },
  })
}

function failState(): never {
  throw new Error('the database is away')
}

const absent = () => path.join(temporaryFolder(), 'absent.json')
const ofAnother = () => fileOf(pactOf(4, [roles], { consumer: 'c', provider: 'another' }))

describe('nothing to verify', () => {
  it.each<[what: string, pacts: () => string[], reason: RegExp, provider?: string]>([
    ['no pact at all', () => [], /no pact found: no file, folder or pattern was given$/],
    ['a missing file', () => [absent()], /no pact found: .*absent\.json does not exist$/],
    [
      'a missing file beside an existing one',
      () => [pactFile(roles), absent()],
      /no pact found: .*absent\.json does not exist$/,
    ],
    ['an empty folder', () => [temporaryFolder()], /no pact found: .* contains no JSON file$/],
    [
      'a pattern without matches',
      () => [path.join(temporaryFolder(), '*.json')],
      /no pact found: no file matches .*\*\.json$/,
    ],
    [
      'the name of another provider',
      () => [pactFile(roles)],
      /no pact found for the provider "some other provider"; the pacts are for "a provider"$/,
      'some other provider',
    ],
    [
      'pacts of several providers, and no selected provider',
      () => [pactFile(roles), ofAnother()],
      /several providers \("a provider", "another"\); select one with "provider" \(--provider\)$/,
    ],
    ['an empty pact', () => [pactFile()], /is an empty pact: it has no interactions$/],
    [
      'an empty pact beside a valid one',
      () => [pactFile(roles), pactFile()],
      /is an empty pact: it has no interactions$/,
    ],
    [
      'a pact of messages',
      () => [messagePact()],
      /contains messages; only HTTP interactions can be verified$/,
    ],
    [
      'an interaction that is a message',
      () => [messageInteraction()],
      /\$\.interactions\[0\] is of type "Asynchronous\/Messages"; only HTTP/,
    ],
  ])('%s is a problem', async (_, pacts, reason, provider) => {
    expect(onlyProblem(await expectFailure({ pacts: pacts(), provider }))).toMatch(reason)
  })

  it.each([
    ['that is not JSON', '{ "consumer": ', /pact\.json is not JSON: /],
    ['that is not a pact', '[]', /pact\.json is not a pact: it is not a JSON object$/],
    [
      'without a provider',
      '{ "consumer": { "name": "c" } }',
      /is not a pact: \$\.provider\.name is missing$/,
    ],
  ])('a file %s is a problem', async (_, text, reason) => {
    const file = path.join(temporaryFolder(), 'pact.json')
    writeFileSync(file, text)
    expect(onlyProblem(await expectFailure({ pacts: file }))).toMatch(reason)
  })
})

describe('a state that cannot be set up', () => {
  const throwing: StateHandlers = {
    'the database holds an order': failState,
    'an order': () => Promise.reject(new Error('too late')),
  }

  it.each<[version: 2 | 3 | 4, states: NonNullable<Interaction['states']>, reason: RegExp]>([
    [2, ['a volunter exists'], /"a volunter exists": unknown state; did you mean "a volunteer exists"\?$/],
    [
      3,
      [['a volunter exists', { userId: '42' }]],
      /state "a volunter exists \{userId: 42\}": unknown state; did you mean "a volunteer/,
    ],
    [4, ['roles exist', 'a moon exists'], /state "a moon exists": unknown state/],
    [4, ['the database holds an order'], /state "the database holds an order": the database is away$/],
    [2, ['an order'], /state "an order": too late$/],
    [4, [['roles exist', { count: 'many' }]], /state "roles exist \{count: many\}": count: /],
    [3, [['roles exist', { amount: 3 }]], /state "roles exist \{amount: 3\}": .*amount/],
  ])('in V%i, %j is a problem', async (version, states, reason) => {
    const file = fileOf(pactOf(version, [{ ...roles, states }]))
    expect(onlyProblem(await expectFailure({ pacts: file, states: throwing }))).toMatch(reason)
  })

  it.each<[what: string, version: 2 | 3, members: object]>([
    ['a list of strings', 3, { providerStates: ['a moon exists'] }],
    ['a name that is not a string', 3, { providerStates: [{ name: 7 }] }],
    ['an object instead of a list', 3, { providerStates: { name: 'a moon exists' } }],
    ['parameters that are not an object', 3, { providerStates: [{ name: 'roles exist', params: ['many'] }] }],
    ['a state that is not a string', 2, { providerState: { name: 'a moon exists' } }],
    ['an empty list beside the state of V2', 2, { providerState: 'a moon exists', providerStates: [] }],
  ])('invalid states are a problem: %s', async (_, version, members) => {
    const pact = pactOf(version, [roles]) as { readonly interactions: [object] }
    const [interaction] = pact.interactions
    const pacts = fileOf({ ...pact, interactions: [{ ...interaction, ...members }] })
    const { exitCode } = await expectFailure({ pacts })
    expect(exitCode).toBe(2)
  })

  it('a state that never resolves is a problem', async () => {
    const pacts = pactFile({ ...roles, states: ['an order'] })
    const states = { 'an order': () => new Promise<void>(() => undefined) }
    expect(onlyProblem(await expectFailure({ pacts, states, timeout: 1 }))).toMatch(
      /was stopped after 1 s; allow more time with "timeout" \(--timeout\)$/,
    )
  })

  it('fails the run, but the interactions before and after it are verified', async () => {
    const pacts = pactFile(roles, { ...roles, states: ['a moon exists'] }, roles)
    const { exitCode, report } = await expectFailure({ pacts })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'problem', 'verified'])
    expect(exitCode).toBe(2)
  })
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
    const { exitCode, report } = await expectFailure({ pacts: file })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['broken'])
    expect(exitCode).toBe(1)
  })

  it('does not send requests through a proxy', async () => {
    const file = pactFile(roles)
    const proxy = deadUrl
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) {
      vi.stubEnv(name, proxy)
    }
    vi.stubEnv('NO_PROXY', '')
    vi.stubEnv('no_proxy', '')
    const { interactions } = await verifyPacts({ pacts: file })
    expect(interactions).toMatchObject([{ outcome: 'verified' }])
  })

  it('does not add a broker', async () => {
    const paths: string[] = []
    const url = await startHttpServer(({ url: requested = '' }, response) => {
      paths.push(requested)
      response.writeHead(404).end()
    })
    vi.stubEnv('PACT_BROKER_BASE_URL', url)
    vi.stubEnv('PACT_BROKER_TOKEN', 'of-no-matter')
    const { interactions } = await verifyPacts({ pacts: pactFile(roles) })
    expect(interactions).toHaveLength(1)
    expect(paths).toEqual([])
  })
})
