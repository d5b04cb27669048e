import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { verifyPacts } from '../../src/pact.js'
import {
  failingInteraction,
  brokerOptions,
  rolesInteraction,
  isPact,
  isQuery,
  isResults,
  openBroker,
  publishOptions,
  TOKEN,
} from './support/broker-runs.js'
import type { AnswerOverride, Json, Received } from './support/fake-broker.js'
import type { Interaction } from './support/pacts.js'
import { expectOneProblem, expectFailure } from './support/failure.js'
import { deadUrl, startReplies } from './support/servers.js'

/** A host that must not receive the token, and the headers of the requests that it received. */
async function openOtherHost(): Promise<{ url: string; received: IncomingHttpHeaders[] }> {
  const received: IncomingHttpHeaders[] = []
  const url = await startReplies(({ headers }) => {
    received.push(headers)
    return { body: {} }
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

/** Replaces the answers to some requests. */
function answerTo(
  isReplaced: (request: Received) => boolean,
  status: number,
  body: unknown = {},
): AnswerOverride {
  return (request, usual) => (isReplaced(request) ? { status, body } : usual())
}

const page = '<html>Welcome</html>'
const noLink = { _embedded: { pacts: [{ _links: { self: { href: 'http://[' } } }] } }
const isBranch = ({ method }: Received) => method === 'PUT'
const always = () => true

describe('a verification fails when the broker', () => {
  it.each<[what: string, reason: RegExp, answer: AnswerOverride]>([
    ['returns 500', /responds with 500 to GET \//, answerTo(always, 500)],
    ['returns an HTML page', /./, answerTo(always, 200, page)],
    ['returns an HTML page for a pact', /./, answerTo(isPact, 200, page)],
    ['has a link that is no URL', /"http:\/\/\[" is not a link/, answerTo(isQuery, 200, noLink)],
    ['returns 404 for a pact', /responds with 404 to GET \/pacts\//, answerTo(isPact, 404)],
  ])('%s', async (_, reason, answer) => {
    const broker = await openBroker([{}], { answer })
    await expectOneProblem(brokerOptions(broker), reason)
    expect(broker.results).toEqual([])
  })

  it.each([
    ['receives no token', undefined],
    ['receives a wrong token', 'another-token'],
  ])('%s', async (_, token) => {
    const options = brokerOptions(await openBroker(), { token })
    const error = await expectOneProblem(options, /responds with 401 to GET \/; .* no user name and password/)
    expect(error.message).not.toContain('another-token')
  })

  it('has no selected pact, or no pact of this provider', async () => {
    const options = brokerOptions(await openBroker([{ branch: 'other' }]))
    await expectOneProblem(options, 'no pact found')
    const reason = /responds with 404 to POST \/pacts\/provider\/unknown\//
    const { report } = await expectOneProblem({ ...options, provider: 'unknown' }, reason)
    expect(report.interactions).toEqual([])
  })

  it('refuses a selector, with its reason', async () => {
    const selectors = { consumerVersionSelectors: [{ matchingBranch: true }] }
    const { report } = await expectFailure(brokerOptions(await openBroker(), selectors))
    expect(report.problems).toEqual([
      expect.stringMatching(/responds with 400 to POST .*\["needs a providerVersionBranch"\]/),
    ])
  })

  it('is down', async () => {
    const { report } = await expectFailure(brokerOptions({ url: deadUrl }))
    expect(report.problems).toEqual([expect.stringContaining(`${deadUrl} cannot be reached: ECONNREFUSED`)])
  })

  it.each<[what: string, reason: RegExp, answer: AnswerOverride | 'close']>([
    ['rejects the results', /^the results could not .* with 409 to POST /, answerTo(isResults, 409)],
    ['fails to store the results', /^the results could not .* with 500 to POST /, answerTo(isResults, 500)],
    ['rejects the branch', /responds with 403 to PUT .*\/branches\//, answerTo(isBranch, 403)],
    ['closes the connection when it receives the results', /^the results could not be published: /, 'close'],
  ])('%s', async (_, reason, answer) => {
    const close: AnswerOverride = (request, usual) => {
      if (isResults(request)) broker.close()
      return usual()
    }
    const broker = await openBroker([{}], { answer: answer === 'close' ? close : answer })
    const { report } = await expectFailure(brokerOptions(broker, publishOptions), 2)
    expect(report.problems).toEqual([expect.stringMatching(reason)])
  })
})

// The pact expects 422, the status with which conmock answers the verifier when a state fails.
it('no success is published for an interaction with a problem', async () => {
  const interaction = { states: ['the token is invalid'], authorization: false, status: 422 } as const
  const broker = await openBroker([{ interactions: [interaction] }])
  await expectFailure(brokerOptions(broker, publishOptions), 2, ['problem'])
  expect(broker.results).toEqual([])
})

const skipped: Interaction = { description: 'nobody', states: ['the user does not exist'] }

it('nothing is published with the exit code 2, not even for the pacts that were verified', async () => {
  const broker = await openBroker([{ consumer: 'a' }, { consumer: 'b', interactions: [skipped] }])
  await expectFailure(brokerOptions(broker, publishOptions), 2, ['verified', 'skipped'])
  expect(broker.received.filter((each) => each.method === 'PUT' || isResults(each))).toEqual([])
})

it('a pact that was not verified beside a broken one gets no result, and a note says so', async () => {
  const broker = await openBroker([
    { consumer: 'a', interactions: [failingInteraction, skipped] },
    { consumer: 'b', interactions: [rolesInteraction, skipped] },
  ])
  const { report } = await expectFailure(brokerOptions(broker, publishOptions), 1)
  expect(broker.results).toMatchObject([{ of: { consumer: 'a' }, body: { success: false } }])
  expect(report.notes).toEqual([expect.stringContaining('the pact of "b" was not published')])
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
    await expectOneProblem(brokerOptions(broker), /./)
    expect(otherHost.received).toEqual([])
  })

  it('is sent with every request to the broker', async () => {
    const broker = await openBroker()
    await verifyPacts(brokerOptions(broker, publishOptions))
    const sent = broker.received.map(({ headers: { authorization } }) => authorization)
    expect(sent).toEqual(Array.from({ length: 6 }, () => `Bearer ${TOKEN}`))
  })

  it('is in no report, no error message and no output of the verifier', async () => {
    let output = ''
    const onOutput = (printed: string) => void (output += printed)
    const broker = await openBroker([{ interactions: [rolesInteraction, failingInteraction] }])
    const options = { onOutput, showValues: true }
    const published = await expectFailure(brokerOptions(broker, publishOptions, options))
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
  it.runIf(existsSync('/proc/self/environ')).each(['PACT_BROKER_TOKEN', 'OUR_TOKEN'])(
    'is not in the process list, from the variable %s',
    async (variable) => {
      vi.stubEnv(variable, TOKEN)
      onTestFinished(() => void vi.unstubAllEnvs())
      const seen: string[] = []
      const answer: AnswerOverride = (_, usual) => {
        seen.push(...verifiersOf(process.pid))
        return usual()
      }
      await verifyPacts(brokerOptions(await openBroker([{}], { answer }), publishOptions))
      expect(seen.length).toBeGreaterThan(0)
      expect(seen.join('')).not.toContain(TOKEN)
    },
  )
})
