import { describe, expect, it } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import type { Json } from './support/broker-memory.js'
import {
  failingInteraction,
  requestsDuring,
  brokerOptions,
  rolesInteraction,
  headers,
  isPact,
  isQuery,
  openBroker,
  volunteerInteraction,
  PROVIDER,
  publish,
  publishWithPut,
  publishOptions,
  send,
} from './support/broker-runs.js'
import type { FakeBroker, Received } from './support/fake-broker.js'
import { pactOf } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startHttpServer } from './support/servers.js'

/** The ids that the broker gave to the interactions of the pacts that a run received, in their order. */
async function interactionIds(broker: FakeBroker, requests: readonly Received[]): Promise<unknown[][]> {
  const pacts = requests.filter(isPact).map(async ({ path }) => {
    const pact = (await (await fetch(broker.url + path, { headers })).json()) as { interactions: Json[] }
    return pact.interactions.map(({ _id }) => _id)
  })
  return Promise.all(pacts)
}

function publishedIds(broker: FakeBroker): unknown[][] {
  return broker.results.map(({ body }) =>
    (body['testResults'] as Json[]).map(({ interactionId }) => interactionId),
  )
}

function outcomes({ interactions }: Awaited<ReturnType<typeof verifyPacts>>) {
  return interactions.map(({ consumer, description, outcome }) => [consumer, description, outcome])
}

describe('a pact of a broker', () => {
  it.each([
    ['POST /contracts/publish', publish],
    ['PUT of a pact (the older API)', publishWithPut],
  ])('published by %s is verified and gets its result', async (_, publishBy) => {
    const broker = await openBroker([])
    await publishBy(broker, { interactions: [rolesInteraction, volunteerInteraction] })
    const options = brokerOptions(broker, publishOptions)

    const run = verifyPacts(options)
    const ids = await interactionIds(broker, await requestsDuring(broker, run))
    expect(outcomes(await run)).toEqual([
      ['web', 'the roles', 'verified'],
      ['web', 'a volunteer', 'verified'],
    ])
    expect(broker.results).toMatchObject([{ consumer: 'web', consumerVersion: '1' }])
    expect(broker.results[0]!.body).toMatchObject({
      success: true,
      providerApplicationVersion: '1.2.3',
      buildUrl: 'https://ci.example.com/7',
      testResults: [{ success: true }, { success: true }],
    })
    expect(publishedIds(broker)).toEqual(ids)
    const puts = broker.received.filter(({ method, path }) => method === 'PUT' && path.includes('/feat%2Fx/'))
    expect(puts.map(({ path }) => path)).toEqual([
      `/pacticipants/${PROVIDER}/branches/feat%2Fx/versions/1.2.3`,
    ])
  })

  it('that is broken fails the run, and its failure is published with the mismatches', async () => {
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    const run = expectFailure(brokerOptions(broker, publishOptions))
    const ids = await interactionIds(broker, await requestsDuring(broker, run))
    const error = await run
    expect(error.exitCode).toBe(1)
    expect(error.report.problems).toEqual([])
    expect(broker.results.map(({ body }) => body)).toMatchObject([
      {
        success: false,
        testResults: [
          { success: true },
          { success: false, mismatches: [{ attribute: 'status', description: 'expected 418 but was 200' }] },
        ],
      },
    ])
    expect(publishedIds(broker)).toEqual(ids)
  })

  it('can have spaces and slashes in the names of consumer, provider, version and branch', async () => {
    const names = { consumer: 'web app/x', version: '1.0+a/b', provider: 'Read API/v 0' }
    const broker = await openBroker([names])
    const version = { publish: true, providerVersion: '2.0 +x/y', providerBranch: 'feat/ü x' }
    const options = { ...brokerOptions(broker, version), provider: names.provider }
    await verifyPacts(options)
    expect(broker.results).toMatchObject([
      { consumer: names.consumer, consumerVersion: names.version, body: { success: true } },
    ])
  })

  it('can contain URLs of the broker in its bodies, which stay unchanged', async () => {
    const bodies: string[] = []
    const broker = await openBroker([])
    const body = { href: `${broker.url}/x`, _links: { self: { href: `${broker.url}/y` } } }
    const url = await startHttpServer((request, response) => {
      request.on('data', (sent) => bodies.push(String(sent)))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const pact = pactOf(3, [{ authorization: false, body }], {
      consumer: 'web',
      provider: PROVIDER,
    })
    const [interaction] = pact['interactions'] as { request: object }[]
    interaction!.request = { ...interaction!.request, body }
    await send(broker, 'PUT', '/pacticipants/web/branches/main/versions/1', {})
    await send(broker, 'PUT', `/pacts/provider/${PROVIDER}/consumer/web/version/1`, pact)
    await verifyPacts(brokerOptions(broker, {}, { against: { url } }))
    expect(bodies.map((sent) => JSON.parse(sent) as unknown)).toEqual([body])
  })

  it('is found at a broker below a base path, with and without a trailing slash', async () => {
    for (const slash of ['', '/']) {
      const broker = await openBroker([{}], { basePath: '/tools/broker' })
      await verifyPacts(brokerOptions({ url: broker.url + slash }, publishOptions))
      expect(broker.results).toMatchObject([{ consumer: 'web', body: { success: true } }])
    }
  })
})

describe('a broker provides', () => {
  it('by default the pacts of main branches and of deployed or released versions', async () => {
    const broker = await openBroker([
      { version: '1', interactions: [rolesInteraction] },
      { version: '2', interactions: [volunteerInteraction] },
      { version: '3', interactions: [failingInteraction], branch: 'other' },
    ])
    broker.recordDeployment('web', '1')
    const report = verifyPacts(brokerOptions(broker))
    const query = (await requestsDuring(broker, report)).find(isQuery)
    expect(query!.body).toMatchObject({
      consumerVersionSelectors: [{ mainBranch: true }, { deployedOrReleased: true }],
    })
    expect((await report).interactions.map(({ description }) => description).toSorted()).toEqual([
      'a volunteer',
      'the roles',
    ])
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
    const report = verifyPacts(brokerOptions(broker, { consumerVersionSelectors, providerBranch: 'x' }))
    const query = (await requestsDuring(broker, report)).find(isQuery)
    expect(query!.body['consumerVersionSelectors']).toEqual(consumerVersionSelectors)
    expect(query!.body['providerVersionBranch']).toBe('x')
    expect(outcomes(await report)).toEqual([
      ['app', 'the roles', 'verified'],
      ['web', 'the roles', 'verified'],
    ])
  })

  it('two versions of a pact with a common interaction, and receives a result for each version', async () => {
    const broker = await openBroker([
      { version: '1', interactions: [rolesInteraction, volunteerInteraction] },
      { version: '2', interactions: [failingInteraction, rolesInteraction] },
    ])
    broker.recordDeployment('web', '1')
    const run = expectFailure(brokerOptions(broker, publishOptions))
    const ids = await interactionIds(broker, await requestsDuring(broker, run))
    expect(ids[0]![1]).toBe(ids[1]![0])
    expect((await run).report.interactions.map(({ outcome }) => outcome)).toEqual([
      'broken',
      'verified',
      'verified',
      'verified',
    ])
    expect(broker.results.map(({ consumerVersion, body }) => [consumerVersion, body['success']])).toEqual([
      ['2', false],
      ['1', true],
    ])
    expect(publishedIds(broker)).toEqual(ids)
  })

  // A broker behind a proxy may not know its own origin and base path.
  it('pacts through links to another origin and without the base path, as @pact-foundation/pact accepts them', async () => {
    const broker = await openBroker([{}], {
      basePath: '/tools',
      answer: (_, usual) => {
        const { status, body } = usual()
        return {
          status,
          body: JSON.parse(
            JSON.stringify(body).replaceAll(/http:\/\/([^/"]+)(?:\/tools)?/g, 'https://$1'),
          ) as Json,
        }
      },
    })
    await verifyPacts(brokerOptions(broker, publishOptions))
    expect(broker.results).toHaveLength(1)
  })

  it('its pacts, and receives no results without "publish"', async () => {
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    const unpublished = { ...publishOptions, publish: false }
    const requests = await requestsDuring(broker, expectFailure(brokerOptions(broker, unpublished)))
    expect(requests.filter(isPact)).toHaveLength(1)
    expect(requests.filter((request) => request.method !== 'GET' && !isQuery(request))).toEqual([])
    expect(broker.results).toEqual([])
  })
})
