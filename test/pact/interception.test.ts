import nock from 'nock'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { findDrift, type ServiceOptions } from '../../src/pact.js'
import { startIndependentService } from '../support/independent-service.js'
import { intercept } from '../support/msw.js'
import { pactFile } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startHttpServer } from './support/servers.js'
import { startTokenEndpoint } from './support/token-endpoint.js'

const tokens = { 'user:read': 'of-roles', 'volunteer:read': 'of-volunteers' }

/** A response that would satisfy every interaction below and every request for a token. */
const fakeBody = {
  data: [{ id: '1', name: 'staff' }],
  nextPage: null,
  access_token: 'fake',
  token_type: 'bearer',
}
const text = JSON.stringify(fakeBody)
const headers = { 'content-type': 'application/json' }

const TIMERS = 'fake timers'

/** Tools that answer or block the requests of this process until the test is over. */
const interceptors: { readonly [name: string]: () => void } = {
  'the handlers of a mock in msw'() {
    intercept(...createMock().handlers)
  },

  nock() {
    nock(/127\.0\.0\.1/)
      .persist()
      .get(/./)
      .reply(200, text, headers)
    nock.disableNetConnect()
    onTestFinished(() => {
      nock.cleanAll()
      nock.enableNetConnect()
      nock.restore()
    })
  },

  [TIMERS]() {
    vi.useFakeTimers({
      toFake: [
        'setTimeout',
        'clearTimeout',
        'setInterval',
        'clearInterval',
        'setImmediate',
        'clearImmediate',
        'Date',
        'performance',
        'hrtime',
        'queueMicrotask',
      ],
    })
    onTestFinished(() => void vi.useRealTimers())
  },
}

/** Two interactions: conmock looks up the state of the first in the service; the second has no state. */
function pacts(): string {
  return pactFile(
    { states: ['roles exist'], body: { data: [{ id: '1' }] }, rules: { '$.data': { match: 'type' } } },
    {},
  )
}

/** A service that always fails, and the paths of its requests. */
async function failingService(): Promise<{ readonly against: ServiceOptions; readonly asked: string[] }> {
  const asked: string[] = []
  const url = await startHttpServer(({ url: path = '' }, response) => {
    asked.push(path)
    response.writeHead(500, headers).end('{"error":"down"}')
  })
  return { against: { url, tokens }, asked }
}

describe.each(Object.entries(interceptors))('with %s in the same process,', (name, install) => {
  it('a failing service is never verified, and receives every request', async () => {
    const { against, asked } = await failingService()
    const files = pacts()
    install()
    // Every tool except fake timers keeps this request away from the service.
    const status = name === TIMERS ? undefined : (await fetch(`${against.url}/api/v0/roles`)).status
    expect(status).not.toBe(500)
    expect(asked).toEqual([])
    const { report } = await expectFailure({ pacts: files, against })
    expect(report.interactions).toMatchObject([
      { outcome: 'problem', reason: expect.stringContaining('responds with 500') as string },
      { outcome: 'broken' },
    ])
    expect(asked).toEqual(['/api/v0/roles', '/api/v0/roles'])
    const comparison = await findDrift({ pacts: files, against })
    expect(comparison.outcome).toBe('problem')
    expect(comparison.interactions).toMatchObject([
      { agreement: 'problem', mock: { outcome: 'verified' } },
      { agreement: 'drift' },
    ])
    expect(asked).toHaveLength(4)
  })

  it('a working service is verified with client credentials, and so is the mock', async () => {
    const service = await startIndependentService({ tokens: { issued: ['user:read'] } })
    onTestFinished(() => service.close())
    const issuer = await startTokenEndpoint(() => ({
      body: { access_token: 'issued', token_type: 'Bearer' },
    }))
    const files = pacts()
    install()
    const client = { clientId: 'c', clientSecret: 'of-no-matter' }
    const against = { url: service.url, clientCredentials: { tokenUrl: issuer.url, ...client } }
    expect(await findDrift({ pacts: files, against })).toMatchObject({ outcome: 'same' })
  })
})
