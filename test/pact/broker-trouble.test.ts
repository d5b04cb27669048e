import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { InvalidOptionError, verifyPacts, type BrokerOptions } from '../../src/pact.js'
import type { Json } from './support/broker-memory.js'
import {
  bad,
  during,
  from,
  good,
  isPact,
  isQuery,
  isResults,
  openBroker,
  PROVIDER,
  published,
  TOKEN,
  type Odd,
} from './support/broker-runs.js'
import type { Received } from './support/fake-broker.js'
import { expectOneProblem, refusal } from './support/refusal.js'
import { deadUrl, httpServer } from './support/servers.js'

const page = { status: 200, body: '<html>Welcome</html>' }

/** A host that must not get the token, and what it got. */
async function openStranger(): Promise<{ url: string; received: IncomingHttpHeaders[] }> {
  const received: IncomingHttpHeaders[] = []
  const url = await httpServer((request, response) => {
    received.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return { url, received }
}

/** Arguments and environment of the verifiers that a process has started. */
function verifiersOf(pid: number): string[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return ids.flatMap((id) => {
    try {
      const read = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8')
      if (!read('status').includes(`\nPPid:\t${pid}\n`)) return []
      return read('cmdline').includes('verifier-process') ? [read('cmdline') + read('environ')] : []
    } catch {
      // It has ended.
      return []
    }
  })
}

/** What the verifiers of a run were started with, where the environment holds the token. */
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
  await verifyPacts(from(broker, published))
  expect(seen.length).toBeGreaterThan(0)
  return seen.join('')
}

describe('nothing is green when a broker', () => {
  it.each<[what: string, reason: RegExp, answer: Odd]>([
    ['answers 500', /responds with 500 to GET \//, () => ({ status: 500, body: {} })],
    ['answers a page', /PROBLEM/, () => page],
    ['gives a page for a pact', /PROBLEM/, (request, usual) => (isPact(request) ? page : usual())],
    [
      'has lost a pact',
      /responds with 404 to GET \/pacts\//,
      (request, usual) => (isPact(request) ? { status: 404, body: {} } : usual()),
    ],
  ])('%s', async (_, reason, answer) => {
    const broker = await openBroker([{}], { answer })
    const error = await refusal(from(broker))
    expectOneProblem(error, reason)
    expect(broker.results).toEqual([])
  })

  it.each([
    ['gets no token', undefined],
    ['gets a wrong token', 'another-token'],
  ])('%s', async (_, token) => {
    const broker = await openBroker([{}])
    const error = await refusal(from(broker, { token }))
    expectOneProblem(error, 'the broker responds with 401 to GET /')
    expect(error.message).not.toContain('another-token')
  })

  it('has no pact that is selected, or none of this provider', async () => {
    const broker = await openBroker([{ branch: 'other' }])
    const unselected = await refusal(from(broker))
    expectOneProblem(unselected, 'no pact found')
    const unknown = await refusal({ ...from(broker), provider: 'unknown' })
    expectOneProblem(unknown, /responds with 404 to GET .*\/unknown\/|no pact found/)
    expect(unknown.report.interactions).toEqual([])
  })

  it('is dead, which takes less than 5 s to say', async () => {
    const start = performance.now()
    const url = deadUrl
    expectOneProblem(await refusal(from({ url })), `${url} cannot be reached: ECONNREFUSED`)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  it.each([
    ['refuses the results', 409],
    ['fails with the results', 500],
  ])('%s, whatever they are', async (_, status) => {
    const answer: Odd = (request, usual) => (isResults(request) ? { status, body: {} } : usual())
    const broker = await openBroker([{}], { answer })
    const error = await refusal(from(broker, published))
    expect(error.report.problems).toEqual([`the broker responds with ${status} to the results`])
    expect(error.exitCode).toBe(2)
  })

  it('refuses the branch', async () => {
    const broker = await openBroker([{}], {
      answer: (request, usual) => (request.method === 'PUT' ? { status: 403, body: {} } : usual()),
    })
    const error = await refusal(from(broker, published))
    expect(error.report.problems).toEqual([expect.stringMatching(/responds with 403 to PUT .*\/branches\//)])
    expect(error.exitCode).toBe(2)
  })

  it('goes away when the results come', async () => {
    const broker = await openBroker([{}], {
      answer: (request, usual) => {
        if (isResults(request)) void broker.close()
        return usual()
      },
    })
    const error = await refusal(from(broker, published))
    expect(error.report.problems).toEqual([expect.stringMatching(/^the results could not be published: /)])
    expect(error.exitCode).toBe(2)
  })

  // The pact of web is not verified, and nobody is told.
  it('gives a page for one pact, beside another that is broken and pending', async () => {
    const broker = await openBroker([{}, { consumer: 'app', interactions: [bad] }], {
      answer: (request, usual) =>
        isPact(request) && request.path.includes('/consumer/web/') ? page : usual(),
    })
    const error = await refusal(from(broker, { ...published, pending: true }))
    expect(error.exitCode).toBe(2)
  })
})

// The gateway's own 422 is what the pact expects.
it('a broker is told of no success where there was a problem', async () => {
  const interaction = { states: ['the token is invalid'], authorization: false, status: 422 } as const
  const broker = await openBroker([{ interactions: [interaction] }])
  const error = await refusal(from(broker, published))
  expect(error.report.interactions).toMatchObject([{ outcome: 'problem' }])
  expect(broker.results.map(({ body }) => body['success'])).not.toContain(true)
})

describe('the token of a broker', () => {
  it.each<[what: string, isMoved: (request: Received) => boolean]>([
    ['the pacts', isQuery],
    ['what belongs to a pact', isPact],
    ['everything', () => true],
  ])('goes to no other origin that the links to %s name', async (_, isMoved) => {
    const stranger = await openStranger()
    const broker = await openBroker([{}], {
      answer: (request, usual) => {
        const reply = usual()
        if (!isMoved(request)) return reply
        const moved = JSON.stringify(reply.body).replaceAll(broker.url, stranger.url)
        return { ...reply, body: JSON.parse(moved) as Json }
      },
    })
    // Whether it succeeds is another matter.
    await verifyPacts(from(broker, published)).catch(() => undefined)
    expect(broker.received.some(isMoved)).toBe(true)
    expect(stranger.received.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  it.each([301, 302, 307, 308])('goes to no other origin after a redirect by %i', async (status) => {
    const stranger = await openStranger()
    const broker = await openBroker([{}], {
      answer: ({ path }) => ({ status, body: {}, headers: { location: stranger.url + path } }),
    })
    expectOneProblem(await refusal(from(broker)), /PROBLEM/)
    expect(stranger.received).toEqual([])
  })

  it('comes with every request to the broker', async () => {
    const broker = await openBroker([{}])
    const requests = await during(broker, verifyPacts(from(broker, published)))
    const sent = requests.map(({ headers: { authorization } }) => authorization)
    expect(sent).toEqual(Array.from({ length: 7 }, () => `Bearer ${TOKEN}`))
  })

  it('is in no report, no message, and nothing that the verifier prints', async () => {
    let output = ''
    const onOutput = (printed: string) => void (output += printed)
    const broker = await openBroker([{ interactions: [good, bad] }])
    const green = await verifyPacts(from(broker, { ...published, pending: true }, { onOutput }))
    const broken = await refusal(from(broker, {}, { onOutput }))
    // It answers what it was sent, as some do.
    const echo = await openBroker([{}], {
      answer: ({ headers }) => ({ status: 403, body: { errors: [headers.authorization] } }),
    })
    const refused = await refusal(from(echo, {}, { onOutput }))
    const told = [green, broken.report, broken.message, refused.report, refused.message]
    expect(JSON.stringify(told)).not.toContain(TOKEN)
    expect(output).toContain('the roles')
    expect(output).not.toContain(TOKEN)
  })

  // Only where the system shows what a process was started with.
  describe.runIf(existsSync('/proc/self/environ'))('is not in what the verifier is started with', () => {
    it('when PACT_BROKER_TOKEN holds it', async () => {
      expect(await startedWith('PACT_BROKER_TOKEN')).not.toContain(TOKEN)
    })

    it('when a variable of another name holds it', async () => {
      expect(await startedWith('TOKEN_OF_OUR_BROKER')).not.toContain(TOKEN)
    })
  })
})

describe('the options for a broker', () => {
  const url = 'http://127.0.0.1:9'
  const branch = { providerBranch: 'main' }

  async function optionError(broker: object, rest: object = { provider: PROVIDER }): Promise<string> {
    const options = { broker: { url, ...broker } as BrokerOptions, ...rest }
    const error = await verifyPacts(options).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(InvalidOptionError)
    return (error as InvalidOptionError).message
  }

  it.each<[what: string, message: string, broker: object]>([
    ['results without a version', '"broker.providerVersion" is required', { publish: true }],
    [
      'an empty version',
      '"broker.providerVersion" must be a non-empty string',
      { publish: true, providerVersion: '' },
    ],
    ['pending pacts without a branch', '"broker.providerBranch" is required', { pending: true }],
    ['work in progress without a branch', '"broker.providerBranch" is required', { wipSince: '2026-01-31' }],
    ['a date that is none', '"broker.wipSince" must be a date', { wipSince: '31.1.2026', ...branch }],
    ['an empty token', '"broker.token" must be a string', { token: '' }],
    ['a token with a line break', '"broker.token" must be a string', { token: 'a\r\nb: c' }],
    ['a relative URL', '"broker.url" must be an absolute http or https URL', { url: 'broker.example.com' }],
    [
      'a URL with a password',
      '"broker.url" must not contain a user name',
      { url: 'http://me:secret@127.0.0.1:9' },
    ],
  ])('are refused for %s', async (_, message, broker) => {
    const told = await optionError(broker)
    expect(told).toContain(message)
    expect(told).not.toContain('secret')
  })

  it('are refused without a provider, and together with files', async () => {
    expect(await optionError({}, {})).toContain('"provider" is required')
    expect(await optionError({}, { provider: PROVIDER, pacts: 'pacts' })).toContain(
      '"pacts" cannot be combined with "broker"',
    )
  })

  it.each<[what: string, broker: object]>([
    ['a name that does not exist', { consumerVersionSelector: [{ latest: true }] }],
    ['selectors that are no list', { consumerVersionSelectors: 'main' }],
    ['no selector at all', { consumerVersionSelectors: [] }],
    ['a selector that does not exist', { consumerVersionSelectors: [{ mainbranch: true }] }],
    ['a text in place of a yes or no', { publish: 'false', providerVersion: '1' }],
    ['a branch that is no text', { providerBranch: 5 }],
    ['a day that does not exist', { wipSince: '2026-02-31', ...branch }],
  ])('are refused for %s', async (_, broker) => {
    expect(await optionError(broker)).toContain('"')
  })
})
