import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import type { Json } from './support/broker-memory.js'
import {
  failingInteraction,
  requestsDuring,
  brokerOptions,
  rolesInteraction,
  isPact,
  isQuery,
  isResults,
  openBroker,
  publishOptions,
  TOKEN,
  type AnswerOverride,
} from './support/broker-runs.js'
import type { Received } from './support/fake-broker.js'
import type { Interaction } from './support/pacts.js'
import { expectOneProblem, expectFailure } from './support/failure.js'
import { deadUrl, startHttpServer } from './support/servers.js'

const page = { status: 200, body: '<html>Welcome</html>' }

/** A host that must not receive the token, and the headers of the requests that it received. */
async function openOtherHost(): Promise<{ url: string; received: IncomingHttpHeaders[] }> {
  const received: IncomingHttpHeaders[] = []
  const url = await startHttpServer((request, response) => {
    received.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { url, received }
}

/** The arguments and the environment of the verifiers that a process has started. */
function verifiersOf(pid: number): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    try {
      const read = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8')
      if (!read('status').includes(`\nPPid:\t${pid}\n`)) return []
      return read('cmdline').includes('verifier-process') ? [read('cmdline') + read('environ')] : []
    } catch {
      // The process has ended in the meantime.
      return []
    }
  })
}

/** The arguments and the environment of the verifiers of a run, with the token in an environment variable. */
async function startedWith(variable: string): Promise<string> {
  vi.stubEnv(variable, TOKEN)
  onTestFinished(() => void vi.unstubAllEnvs())
  const seen: string[] = []
  const broker = await openBroker([{}], {
    answer: (_, usual) => {
      seen.push(...verifiersOf(process.pid))
      return usual()
    },
  })
  await verifyPacts(brokerOptions(broker, publishOptions))
  expect(seen.length).toBeGreaterThan(0)
  return seen.join('')
}

describe('a verification fails when the broker', () => {
  it.each<[what: string, reason: RegExp, answer: AnswerOverride]>([
    ['returns 500', /responds with 500 to GET \//, () => ({ status: 500, body: {} })],
    ['returns an HTML page', /PROBLEM/, () => page],
    ['returns an HTML page for a pact', /PROBLEM/, (request, usual) => (isPact(request) ? page : usual())],
    [
      'has a link that is no URL',
      /"http:\/\/\[" is not a link/,
      (request, usual) =>
        isQuery(request)
          ? { status: 200, body: { _embedded: { pacts: [{ _links: { self: { href: 'http://[' } } }] } } }
          : usual(),
    ],
    [
      'returns 404 for a pact',
      /responds with 404 to GET \/pacts\//,
      (request, usual) => (isPact(request) ? { status: 404, body: {} } : usual()),
    ],
  ])('%s', async (_, reason, answer) => {
    const broker = await openBroker([{}], { answer })
    const error = await expectFailure(brokerOptions(broker))
    expectOneProblem(error, reason)
    expect(broker.results).toEqual([])
  })

  it.each([
    ['receives no token', undefined],
    ['receives a wrong token', 'another-token'],
  ])('%s', async (_, token) => {
    const broker = await openBroker([{}])
    const error = await expectFailure(brokerOptions(broker, { token }))
    expectOneProblem(error, 'the broker responds with 401 to GET /')
    expect(error.message).not.toContain('another-token')
  })

  it('has no selected pact, or no pact of this provider', async () => {
    const broker = await openBroker([{ branch: 'other' }])
    const unselected = await expectFailure(brokerOptions(broker))
    expectOneProblem(unselected, 'no pact found')
    const unknown = await expectFailure({ ...brokerOptions(broker), provider: 'unknown' })
    expectOneProblem(unknown, /responds with 404 to POST \/pacts\/provider\/unknown\//)
    expect(unknown.report.interactions).toEqual([])
  })

  it('refuses a selector, with its reason', async () => {
    const broker = await openBroker([{}])
    const error = await expectFailure(
      brokerOptions(broker, { consumerVersionSelectors: [{ matchingBranch: true }] }),
    )
    expect(error.report.problems).toEqual([
      expect.stringMatching(/responds with 400 to POST .*\["needs a providerVersionBranch"\]/),
    ])
  })

  it('is down', async () => {
    const { report } = await expectFailure(brokerOptions({ url: deadUrl }))
    expect(report.problems).toEqual([expect.stringContaining(`${deadUrl} cannot be reached: ECONNREFUSED`)])
  })

  it.each([
    ['rejects the results', 409],
    ['fails to store the results', 500],
  ])('%s (status %i)', async (_, status) => {
    const answer: AnswerOverride = (request, usual) => (isResults(request) ? { status, body: {} } : usual())
    const broker = await openBroker([{}], { answer })
    const error = await expectFailure(brokerOptions(broker, publishOptions))
    expect(error.report.problems).toEqual([
      expect.stringMatching(
        `^the results could not be published: the broker responds with ${status} to POST `,
      ),
    ])
    expect(error.exitCode).toBe(2)
  })

  it('rejects the branch of the provider', async () => {
    const broker = await openBroker([{}], {
      answer: (request, usual) => (request.method === 'PUT' ? { status: 403, body: {} } : usual()),
    })
    const error = await expectFailure(brokerOptions(broker, publishOptions))
    expect(error.report.problems).toEqual([expect.stringMatching(/responds with 403 to PUT .*\/branches\//)])
    expect(error.exitCode).toBe(2)
  })

  it('closes the connection when it receives the results', async () => {
    const broker = await openBroker([{}], {
      answer: (request, usual) => {
        if (isResults(request)) void broker.close()
        return usual()
      },
    })
    const error = await expectFailure(brokerOptions(broker, publishOptions))
    expect(error.report.problems).toEqual([expect.stringMatching(/^the results could not be published: /)])
    expect(error.exitCode).toBe(2)
  })
})

// The pact expects 422, the status with which conmock answers the verifier when a state fails.
it('no success is published for an interaction with a problem', async () => {
  const interaction = { states: ['the token is invalid'], authorization: false, status: 422 } as const
  const broker = await openBroker([{ interactions: [interaction] }])
  const error = await expectFailure(brokerOptions(broker, publishOptions))
  expect(error.report.interactions).toMatchObject([{ outcome: 'problem' }])
  expect(error.exitCode).toBe(2)
  expect(broker.results).toEqual([])
})

const skipped: Interaction = { description: 'nobody', states: ['no volunteer'] }

it('nothing is published with the exit code 2, not even for the pacts that were verified', async () => {
  const broker = await openBroker([{ consumer: 'a' }, { consumer: 'b', interactions: [skipped] }])
  const error = await expectFailure(brokerOptions(broker, publishOptions))
  expect(error.report.interactions.map(({ outcome }) => outcome)).toEqual(['verified', 'skipped'])
  expect(error.exitCode).toBe(2)
  expect(
    broker.received.filter(({ method, path }) => method === 'PUT' || isResults({ method, path })),
  ).toEqual([])
})

it('a pact that was not verified beside a broken one gets no result, and a note says so', async () => {
  const broker = await openBroker([
    { consumer: 'a', interactions: [failingInteraction, skipped] },
    { consumer: 'b', interactions: [rolesInteraction, skipped] },
  ])
  const error = await expectFailure(brokerOptions(broker, publishOptions))
  expect(error.exitCode).toBe(1)
  expect(broker.results.map(({ consumer, body }) => [consumer, body['success']])).toEqual([['a', false]])
  expect(error.report.notes).toEqual([expect.stringContaining('the pact of "b" was not published')])
})

describe('the token of a broker', () => {
  it.each<[what: string, isMoved: (request: Received) => boolean]>([
    ['the pacts', isQuery],
    ['the parts of a pact', isPact],
    ['everything', () => true],
  ])('is not sent to another origin, even if the links to %s point there', async (_, isMoved) => {
    const otherHost = await openOtherHost()
    const broker = await openBroker([{}], {
      answer: (request, usual) => {
        const reply = usual()
        if (!isMoved(request)) return reply
        const moved = JSON.stringify(reply.body).replaceAll(broker.url, otherHost.url)
        return { ...reply, body: JSON.parse(moved) as Json }
      },
    })
    // This test is only about the token: the run may fail.
    await verifyPacts(brokerOptions(broker, publishOptions)).catch(() => undefined)
    expect(broker.received.some(isMoved)).toBe(true)
    expect(otherHost.received.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  it.each([301, 302, 307, 308])('is not sent to another origin after a %i redirect', async (status) => {
    const otherHost = await openOtherHost()
    const broker = await openBroker([{}], {
      answer: ({ path }) => ({ status, body: {}, headers: { location: otherHost.url + path } }),
    })
    expectOneProblem(await expectFailure(brokerOptions(broker)), /PROBLEM/)
    expect(otherHost.received).toEqual([])
  })

  it('is sent with every request to the broker', async () => {
    const broker = await openBroker([{}])
    const requests = await requestsDuring(broker, verifyPacts(brokerOptions(broker, publishOptions)))
    const sent = requests.map(({ headers: { authorization } }) => authorization)
    expect(sent).toEqual(Array.from({ length: 6 }, () => `Bearer ${TOKEN}`))
  })

  it('is in no report, no error message and no output of the verifier', async () => {
    let output = ''
    const onOutput = (printed: string) => void (output += printed)
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    const published = await expectFailure(
      brokerOptions(broker, publishOptions, { onOutput, showValues: true }),
    )
    const broken = await expectFailure(brokerOptions(broker, {}, { onOutput }))
    // Some brokers repeat the token in an error.
    const echo = await openBroker([{}], {
      answer: ({ headers }) => ({ status: 403, body: { errors: [headers.authorization] } }),
    })
    const rejected = await expectFailure(brokerOptions(echo, {}, { onOutput }))
    const texts = [published.report, broken.report, broken.message, rejected.report, rejected.message]
    expect(JSON.stringify(texts)).not.toContain(TOKEN)
    expect(output).toContain('the roles')
    expect(output).not.toContain(TOKEN)
  })

  // Needs /proc, which shows the arguments and the environment of a process.
  describe.runIf(existsSync('/proc/self/environ'))('is not visible in the process list', () => {
    it('when PACT_BROKER_TOKEN holds it', async () => {
      expect(await startedWith('PACT_BROKER_TOKEN')).not.toContain(TOKEN)
    })

    it('when a variable of another name holds it', async () => {
      expect(await startedWith('TOKEN_OF_OUR_BROKER')).not.toContain(TOKEN)
    })
  })
})
