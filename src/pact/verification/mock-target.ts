import { getBase, measuredValues } from '../../contract/profile-file.js'
import { isSpecified, differencesFrom } from '../../contract/settings.js'
import type { Answer, ApiRequest } from '../../api/answer.js'
import { InvalidOptionError } from '../../common/errors.js'
import { isPlainObject } from '../../common/plain-object.js'
import { version } from '../../common/version.js'
import { createMockCore } from '../../mock/create-mock-core.js'
import type { MockCore } from '../../mock/mock-core.js'
import { getInternals } from '../../mock/mock-internals.js'
import type { MockOptions } from '../../mock/options.js'
import { createCors } from '../../server/cors.js'
import {
  forward,
  TargetUnreachableError,
  type Answered,
  type Outgoing,
  type Send,
} from '../common/forward.js'
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

function toApiRequest({ method, path, headers, body }: Outgoing): ApiRequest {
  const { href: url } = new URL(path, ORIGIN)
  const entries = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const text = async () => Buffer.from(body).toString()
  const { signal } = new AbortController()
  return { method, url, headers: new Headers(Object.fromEntries(entries)), signal, text }
}

/** The response as a server would send it. @throws TargetUnreachableError If a fault prevents it. */
function sentBy(mock: MockCore, { status, headers, body, failure, coverageKey }: Answer): Answered {
  if (failure)
    throw new TargetUnreachableError(`the mock sent no complete response (fault "${failure.kind}")`)
  const { api, options } = getInternals(mock)
  const measured = measuredValues(api, options.profile)
  const names = coverageKey?.assumed.map(({ name }) => name) ?? []
  return {
    status,
    headers: Object.fromEntries(new Headers(headers)),
    body: Buffer.from(body ?? ''),
    // A real service has the variants that a probe has written to a profile.
    assumed: names.filter((name) => !isSpecified(api, name) && measured[name] !== mock.settings[name]),
  }
}

/**
 * Creates a function that answers as a server with this mock does, with CORS for all origins, but without its custom handlers:
 * their answers would not prove anything about the API.
 */
function sendTo(mock: MockCore): Send {
  const cors = createCors('*')
  return async (outgoing) => {
    const request = toApiRequest(outgoing)
    const preflight = cors.preflight(request)
    if (preflight) return { status: 204, headers: preflight, body: Buffer.alloc(0) }
    const answer = await getInternals(mock).respond(request)
    return sentBy(mock, { ...answer, headers: { ...answer.headers, ...cors.headers(request) } })
  }
}

export function createMockTarget(pacts: PactApi, mock: MockCore): Target {
  const send = sendTo(mock)
  return createTarget({
    pacts,
    fixtures: {},
    description: describeMock(mock),
    shown: { target: 'mock', mock, url: undefined },
    tokens: mockTokens(mock),
    send: (request) => forward(send, new URL(ORIGIN), request, Infinity),
    hasSucceeded: () => true,
    close: () => mock.reset(),
  })
}

/** The mocks of the verifications that run at the moment. */
const inUse = new WeakSet<MockCore>()

/** @throws InvalidOptionError If another verification uses the mock. Each would reset what the states of the other have set up. */
export function mockTarget(pacts: PactApi, given: MockOptions | MockCore): Target {
  const mock = isMock(given) ? given : createMockCore(pacts.api, given)
  if (inUse.has(mock)) {
    throw new InvalidOptionError('is used by another verification at the moment; use another mock', 'mock')
  }
  inUse.add(mock)
  const target = createMockTarget(pacts, mock)
  return {
    ...target,
    close() {
      inUse.delete(mock)
      return target.close()
    },
  }
}
