import { getBase, measuredValues } from '../../contract/profile-file.js'
import { differencesFrom } from '../../contract/settings.js'
import type { Answer, ApiRequest } from '../../api/answer.js'
import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { version } from '../../common/version.js'
import { createMockCore } from '../../mock/create-mock-core.js'
import type { MockCore } from '../../mock/mock-core.js'
import { getInternals } from '../../mock/mock-internals.js'
import type { MockOptions } from '../../mock/options.js'
import { createCors } from '../../server/cors.js'
import { DEFAULT_MAX_MS, TargetUnreachableError, toServed } from '../common/forward.js'
import type { PactApi } from '../parts/pact-api.js'
import type { MockTarget } from '../report/report.js'
import { createTarget, type Target } from './target.js'
import { mockTokens } from './tokens.js'

/** The mock answers in this process, so any will do. */
const ORIGIN = 'http://localhost'

function isMock(value: MockOptions | MockCore): value is MockCore {
  return isPlainObject(value) && typeof (value as Partial<MockCore>).fetch === 'function'
}

function describeMock(mock: MockCore): MockTarget {
  const { api, options } = getInternals(mock)
  const { data, faults = [], profile } = options
  const base = getBase(profile)
  const changed = differencesFrom(api, base, mock.settings)
  const others = {
    [typeof data === 'string' ? `data ${data}` : 'own data']: data,
    'own faults': faults[0],
  }
  return {
    kind: 'mock',
    version,
    profile: base,
    assumptions: Object.fromEntries(changed.map((name) => [name, String(mock.settings[name])])),
    others: Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  }
}

/** @throws TargetUnreachableError If it does not end in time, as a stream of events. */
async function readStream(stream: ReadableStream<Uint8Array>, maxMs: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const end = new WritableStream<Uint8Array>({ write: (part) => void parts.push(part) })
  // `setTimeout` may be a fake timer of a test.
  const signal = AbortSignal.timeout(Math.ceil(maxMs))
  await stream.pipeTo(end, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new TargetUnreachableError(`the response of the mock did not end within ${maxMs / 1000} s`, true)
  })
  return Buffer.concat(parts)
}

/**
 * Returns a function that answers as a server with this mock does, with CORS for all origins, but without its custom handlers: their
 * answers would not prove anything about the API. It throws TargetUnreachableError if a fault prevents the response.
 */
function sendTo(mock: MockCore, maxMs: number): Target['send'] {
  const { api, options } = getInternals(mock)
  const cors = createCors('*')
  const measured = measuredValues(api, options.profile)
  const { signal } = new AbortController()

  async function answerTo(request: ApiRequest): Promise<Answer> {
    const preflight = cors.preflight(request)
    if (preflight) return { status: 204, headers: preflight, body: null }
    const answer = await getInternals(mock).respond(request)
    return { ...answer, headers: { ...answer.headers, ...cors.headers(request) } }
  }

  return async ({ method, path, headers: given, body: sent }) => {
    const text = async () => Buffer.from(sent ?? '').toString()
    const entries = Object.entries(given).map(([name, value]) => [name, String(value)])
    const { href: url } = new URL(path, ORIGIN)
    const request = { method, url, headers: new Headers(Object.fromEntries(entries)), signal, text }
    const { status, headers, body, stream, failure, coverageKey } = await answerTo(request)
    if (failure)
      throw new TargetUnreachableError(`the mock sent no complete response (fault "${failure.kind}")`, true)
    const names = coverageKey?.assumed.map(({ name }) => name) ?? []
    const whole = stream ? await readStream(stream, maxMs) : Buffer.from(body ?? '')
    // A real service has the variants that a probe has written to a profile.
    const assumed = names.filter(
      (name) => !api.specifiedNames.includes(name) && measured[name] !== mock.settings[name],
    )
    return toServed({ status, headers: Object.fromEntries(new Headers(headers)), body: whole }, assumed)
  }
}

/** @param maxMs Time limit for a response that is sent as it comes, in milliseconds. */
export function createMockTarget(pacts: PactApi, mock: MockCore, maxMs = DEFAULT_MAX_MS): Target {
  return createTarget({
    pacts,
    fixtures: {},
    description: describeMock(mock),
    shown: { target: 'mock', mock, url: undefined },
    tokens: mockTokens(mock),
    send: sendTo(mock, maxMs),
    hasSucceeded: () => true,
    close: () => mock.reset(),
  })
}

/** The mocks of the verifications that run at the moment. */
const inUse = new WeakSet<MockCore>()

/** @throws InvalidOptionError If another verification uses the mock. Each would reset what the states of the other have set up. */
export function mockTarget(pacts: PactApi, given: MockOptions | MockCore, maxMs?: number): Target {
  const mock = isMock(given) ? given : createMockCore(pacts.api, given)
  if (inUse.has(mock)) {
    throw new InvalidOptionError('is used by another verification at the moment; use another mock', 'mock')
  }
  inUse.add(mock)
  const target = createMockTarget(pacts, mock, maxMs)
  return {
    ...target,
    close() {
      inUse.delete(mock)
      return target.close()
    },
  }
}
