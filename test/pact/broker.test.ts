import { describe, expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import {
  failingInteraction,
  brokerOptions,
  rolesInteraction,
  isPact,
  isQuery,
  openBroker,
  volunteerInteraction,
  PROVIDER,
  publishOptions,
} from './support/broker-runs.js'
import { identified, type FakeBroker, type Json } from './support/fake-broker.js'
import { pactOf } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startHttpServer } from './support/servers.js'

/** Expects that the results name the ids that the broker gave to the interactions. Returns the ids. */
function expectGivenIds({ results }: FakeBroker): string[][] {
  const given = results.map(({ of }) => identified(of).map(({ _id }) => _id))
  const published = results.map(({ body }) =>
    (body['testResults'] as Json[]).map((each) => each['interactionId']),
  )
  expect(published).toEqual(given)
  return given
}

function outcomes({ interactions }: Awaited<ReturnType<typeof verifyPacts>>) {
  return interactions.map(({ consumer, description, outcome }) => `${consumer} ${description} ${outcome}`)
}

describe('a pact of a broker', () => {
  it.each([3, 4] as const)('in V%i is verified and gets its result', async (specification) => {
    const broker = await openBroker([
      { specification, interactions: [rolesInteraction, volunteerInteraction] },
    ])
    const report = await verifyPacts(brokerOptions(broker, publishOptions))
    expect(outcomes(report)).toEqual(['web the roles verified', 'web a volunteer verified'])
    expect(broker.results).toMatchObject([
      {
        of: { consumer: 'web', version: '1' },
        body: {
          success: true,
          providerApplicationVersion: '1.2.3',
          buildUrl: 'https://ci.example.com/7',
          testResults: [{ success: true }, { success: true }],
        },
      },
    ])
    expectGivenIds(broker)
    const puts = broker.received.filter(({ method }) => method === 'PUT')
    expect(puts.map(({ path }) => path)).toEqual([
      `/pacticipants/${PROVIDER}/branches/feat%2Fx/versions/1.2.3`,
    ])
  })

  it('that is broken fails the run, and its failure is published with the mismatches', async () => {
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    const { report } = await expectFailure(brokerOptions(broker, publishOptions), 1)
    expect(report.problems).toEqual([])
    const mismatches = [{ attribute: 'status', description: 'expected 418 but was 200' }]
    expect(broker.results.map(({ body }) => body)).toMatchObject([
      { success: false, testResults: [{ success: true }, { success: false, mismatches }] },
    ])
    expectGivenIds(broker)
  })

  it('can have sandboxes and slashes in the names of consumer, provider, version and branch', async () => {
    const names = { consumer: 'web app/x', version: '1.0+a/b', provider: 'Read API/v 0' }
    const broker = await openBroker([names])
    const version = { publish: true, providerVersion: '2.0 +x/y', providerBranch: 'feat/ü x' }
    await verifyPacts({ ...brokerOptions(broker, version), provider: names.provider })
    expect(broker.results).toMatchObject([{ of: names, body: { success: true } }])
  })

  it('can contain URLs of the broker in its bodies, which stay unchanged', async () => {
    const bodies: unknown[] = []
    const body: { href?: string; _links?: object } = {}
    const pact = pactOf(3, [{ authorization: false, body }], { consumer: 'web', provider: PROVIDER })
    const [interaction] = pact['interactions'] as { request: object }[]
    interaction!.request = { ...interaction!.request, body }
    const broker = await openBroker([{ pact }])
    Object.assign(body, { href: `${broker.url}/x`, _links: { self: { href: `${broker.url}/y` } } })
    const url = await startHttpServer((request, response) => {
      request.on('data', (sent) => bodies.push(JSON.parse(String(sent))))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await verifyPacts(brokerOptions(broker, {}, { against: { url } }))
    expect(bodies).toEqual([body])
  })

  it('is found at a broker below a base path, with and without a trailing slash', async () => {
    for (const slash of ['', '/']) {
      const broker = await openBroker([{}], { basePath: '/tools/broker' })
      await verifyPacts(brokerOptions({ url: broker.url + slash }, publishOptions))
      expect(broker.results).toMatchObject([{ of: { consumer: 'web' }, body: { success: true } }])
    }
  })
})

describe('a broker provides', () => {
  it('by default the pacts of main branches and of deployed or released versions', async () => {
    const broker = await openBroker([
      { version: '1', interactions: [rolesInteraction], isDeployed: true },
      { version: '2', interactions: [volunteerInteraction] },
      { version: '3', interactions: [failingInteraction], branch: 'other' },
    ])
    const report = await verifyPacts(brokerOptions(broker))
    const consumerVersionSelectors = [{ mainBranch: true }, { deployedOrReleased: true }]
    expect(broker.received.find(isQuery)!.body).toMatchObject({ consumerVersionSelectors })
    expect(outcomes(report).toSorted()).toEqual(['web a volunteer verified', 'web the roles verified'])
  })

  it('the pacts that the selectors choose, which it receives unchanged', async () => {
    const broker = await openBroker([{}, { consumer: 'app', branch: 'next' }, { consumer: 'cli' }])
    const consumerVersionSelectors = [
      { branch: 'next', fallbackBranch: 'main', consumer: 'app' },
      { latest: true, consumer: 'web' },
      { matchingBranch: true },
      { tag: 'prod', latest: true, fallbackTag: 'dev' },
      { deployed: true, environment: 'production' },
      { released: true },
    ]
    const report = await verifyPacts(brokerOptions(broker, { consumerVersionSelectors, providerBranch: 'x' }))
    const query = { consumerVersionSelectors, providerVersionBranch: 'x' }
    expect(broker.received.find(isQuery)!.body).toMatchObject(query)
    expect(outcomes(report)).toEqual(['app the roles verified', 'web the roles verified'])
  })

  it('two versions of a pact with a common interaction, and receives a result for each version', async () => {
    const broker = await openBroker([
      { version: '1', interactions: [rolesInteraction, volunteerInteraction], isDeployed: true },
      { version: '2', interactions: [failingInteraction, rolesInteraction] },
    ])
    const outcomesOfBoth = ['broken', 'verified', 'verified', 'verified'] as const
    await expectFailure(brokerOptions(broker, publishOptions), 1, outcomesOfBoth)
    expect(broker.results).toMatchObject([
      { of: { version: '2' }, body: { success: false } },
      { of: { version: '1' }, body: { success: true } },
    ])
    const [second, first] = expectGivenIds(broker)
    expect(second![1]).toBe(first![0])
  })

  // A broker behind a proxy may not know its own origin and base path.
  it('pacts through links to another origin and without the base path, as @pact-foundation/pact accepts them', async () => {
    const broker = await openBroker([{}], {
      basePath: '/tools',
      answer: (_, usual) => {
        const { status, body } = usual()
        const moved = JSON.stringify(body).replaceAll(/http:\/\/([^/"]+)(?:\/tools)?/g, 'https://$1')
        return { status, body: JSON.parse(moved) as Json }
      },
    })
    await verifyPacts(brokerOptions(broker, publishOptions))
    expect(broker.results).toHaveLength(1)
  })

  it('its pacts, and receives no results without "publish"', async () => {
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    await expectFailure(brokerOptions(broker, { ...publishOptions, publish: false }))
    expect(broker.received.filter(isPact)).toHaveLength(1)
    expect(broker.received.filter((each) => each.method !== 'GET' && !isQuery(each))).toEqual([])
    expect(broker.results).toEqual([])
  })
})
