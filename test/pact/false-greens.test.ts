import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { verifyPacts, type VerifyOptions } from '../../src/pact.js'
import { runServer } from '../support/running-server.js'
import { fileOf, pactFile, pactOf, temporaryFolder, type Interaction } from './support/pacts.js'
import { onlyProblem, expectFailure } from './support/failure.js'
import { deadUrl, startHttpServer } from './support/servers.js'
import { runStockVerifier, type StockOutcome } from './support/stock.js'

/** Holds for the mock and, with this credential, for the provider that stock Pact verifies. */
const roles: Interaction = { path: '/api/v0/roles', authorization: 'Bearer mock-all-scopes' }

/** The outcome of @pact-foundation/pact 16.2.0 without conmock ("stock Pact"), with a mock as the provider. */
async function verifyWithStock(
  pacts: readonly string[],
  more: {
    readonly provider?: string
    readonly throwing?: readonly string[]
  } = {},
): Promise<StockOutcome> {
  const { url } = await runServer()
  return runStockVerifier({ pactUrls: pacts, providerBaseUrl: url, ...more })
}

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

describe('nothing to verify', () => {
  it.each<{
    readonly what: string
    readonly pacts: () => string[]
    readonly provider?: string
    readonly reason: RegExp
    readonly inStock: StockOutcome
  }>([
    {
      what: 'no pact at all',
      pacts: () => [],
      reason: /no pact found: no file, folder or pattern was given$/,
      inStock: 'green',
    },
    {
      what: 'a missing file',
      pacts: () => [path.join(temporaryFolder(), 'absent.json')],
      reason: /no pact found: .*absent\.json does not exist$/,
      inStock: 'red',
    },
    {
      what: 'a missing file beside an existing one',
      pacts: () => [pactFile(roles), path.join(temporaryFolder(), 'absent.json')],
      reason: /no pact found: .*absent\.json does not exist$/,
      inStock: 'red',
    },
    {
      what: 'an empty folder',
      pacts: () => [temporaryFolder()],
      reason: /no pact found: .* contains no JSON file$/,
      inStock: 'green',
    },
    {
      what: 'a pattern without matches',
      pacts: () => [path.join(temporaryFolder(), '*.json')],
      reason: /no pact found: no file matches .*\*\.json$/,
      // Stock Pact does not support patterns.
      inStock: 'red',
    },
    {
      what: 'the name of another provider',
      pacts: () => [pactFile(roles)],
      provider: 'some other provider',
      reason: /no pact found for the provider "some other provider"; the pacts are for "a provider"$/,
      inStock: 'green',
    },
    {
      what: 'pacts of several providers, and no selected provider',
      pacts: () => [pactFile(roles), fileOf(pactOf(4, [roles], { consumer: 'c', provider: 'another' }))],
      reason:
        /the pacts have several providers \("a provider", "another"\); select one with "provider" \(--provider\)$/,
      inStock: 'green',
    },
    {
      what: 'an empty pact',
      pacts: () => [pactFile()],
      reason: /is an empty pact: it has no interactions$/,
      inStock: 'green',
    },
    {
      what: 'an empty pact beside a valid one',
      pacts: () => [pactFile(roles), pactFile()],
      reason: /is an empty pact: it has no interactions$/,
      inStock: 'green',
    },
    {
      what: 'a pact of messages',
      pacts: () => [messagePact()],
      reason: /contains messages; only HTTP interactions can be verified$/,
      inStock: 'green',
    },
    {
      what: 'an interaction that is a message',
      pacts: () => [messageInteraction()],
      reason: /\$\.interactions\[0\] is of type "Asynchronous\/Messages"; only HTTP/,
      inStock: 'green',
    },
  ])('$what is a problem (stock Pact: $inStock)', async ({ pacts, provider, reason, inStock }) => {
    const files = pacts()
    const [error, ofStock] = await Promise.all([
      expectFailure({ pacts: files, provider }),
      verifyWithStock(files, provider === undefined ? {} : { provider }),
    ])
    expect(onlyProblem(error)).toMatch(reason)
    expect(ofStock).toBe(inStock)
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
  it.each<{
    readonly what: string
    readonly version: 2 | 3 | 4
    readonly states: NonNullable<Interaction['states']>
    readonly options?: VerifyOptions
    readonly throwing?: readonly string[]
    readonly reason: RegExp
  }>([
    {
      what: 'an unknown state of V2',
      version: 2,
      states: ['a volunter exists'],
      reason: /state "a volunter exists": unknown state; did you mean "a volunteer exists"\?$/,
    },
    {
      what: 'an unknown state of V3',
      version: 3,
      states: [['a volunter exists', { userId: '42' }]],
      reason: /state "a volunter exists \{userId: 42\}": unknown state; did you mean "a volunteer/,
    },
    {
      what: 'an unknown state of V4, after a known one',
      version: 4,
      states: ['roles exist', 'a moon exists'],
      reason: /state "a moon exists": unknown state/,
    },
    {
      what: 'a state that throws',
      version: 4,
      states: ['the database holds an order'],
      options: { states: { 'the database holds an order': failState } },
      throwing: ['the database holds an order'],
      reason: /state "the database holds an order": the database is away$/,
    },
    {
      what: 'a state with a rejected promise',
      version: 2,
      states: ['an order'],
      options: { states: { 'an order': () => Promise.reject(new Error('too late')) } },
      throwing: ['an order'],
      reason: /state "an order": too late$/,
    },
    {
      what: 'a state with a parameter of the wrong type',
      version: 4,
      states: [['roles exist', { count: 'many' }]],
      reason: /state "roles exist \{count: many\}": count: /,
    },
    {
      what: 'a state with an unknown parameter',
      version: 3,
      states: [['roles exist', { amount: 3 }]],
      reason: /state "roles exist \{amount: 3\}": .*amount/,
    },
  ])('$what is a problem (stock Pact: green)', async ({ version, states, options, throwing, reason }) => {
    const file = fileOf(pactOf(version, [{ ...roles, states }]))
    const [error, ofStock] = await Promise.all([
      expectFailure({ pacts: file, ...options }),
      verifyWithStock([file], throwing ? { throwing } : {}),
    ])
    expect(onlyProblem(error)).toMatch(reason)
    expect(ofStock).toBe('green')
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
  ])('does not filter interactions by %s, with which stock Pact is green', async (name, value, states) => {
    const file = pactFile({ ...roles, states, status: 418 })
    vi.stubEnv(name, value)
    const { exitCode, report } = await expectFailure({ pacts: file })
    expect(report.interactions.map(({ outcome }) => outcome)).toEqual(['broken'])
    expect(exitCode).toBe(1)
    expect(await verifyWithStock([file])).toBe('green')
  })

  // Not compared with stock Pact, which fails or hangs here because it cannot reach its own proxy.
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

  it('does not add the broker that stock Pact would use', async () => {
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
