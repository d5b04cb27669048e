import nock from 'nock'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMock } from '../../src/index.js'
import { verifyPacts } from '../../src/pact.js'
import { intercept } from '../support/msw.js'
import { pactFile } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { json, startReplies } from './support/servers.js'
import { openService } from './support/real-service.js'
import { startTokenEndpoint } from './support/token-endpoint.js'

const tokens = { 'user:read': 'of-roles', 'volunteer:read': 'of-volunteers' }

const page = { data: [{ id: '1', name: 'staff' }], nextPage: null }
/** A response that would satisfy every interaction below and every request for a token. */
const fakeBody = { ...page, access_token: 'fake', token_type: 'bearer' }

const TIMERS = 'fake timers'
type TimerName = NonNullable<NonNullable<Parameters<typeof vi.useFakeTimers>[0]>['toFake']>[number]

/** Tools that answer or block the requests of this process until the test is over. */
const interceptors: { readonly [name: string]: () => void } = {
  'the handlers of a mock in msw'() {
    intercept(...createMock().handlers)
  },

  nock() {
    nock(/127\.0\.0\.1/)
      .persist()
      .get(/./)
      .reply(200, JSON.stringify(fakeBody), json)
    nock.disableNetConnect()
    onTestFinished(() => {
      nock.cleanAll()
      nock.enableNetConnect()
      nock.restore()
    })
  },

  [TIMERS]() {
    const timers = ['Timeout', 'Interval', 'Immediate'].flatMap((name) => [`set${name}`, `clear${name}`])
    const others = ['Date', 'performance', 'hrtime', 'queueMicrotask']
    vi.useFakeTimers({ toFake: [...timers, ...others] as TimerName[] })
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

describe.each(Object.entries(interceptors))('with %s in the same process,', (name, install) => {
  it('a failing service is never verified, and receives every request', async () => {
    const asked: string[] = []
    const url = await startReplies(({ url: path = '' }) => {
      asked.push(path)
      return { status: 500, body: { error: 'down' } }
    })
    const against = { url, tokens }
    const files = pacts()
    install()
    // Every tool except fake timers keeps this request away from the service.
    const status = name === TIMERS ? undefined : (await fetch(`${against.url}/api/v0/roles`)).status
    expect(status).not.toBe(500)
    expect(asked).toEqual([])
    const { report } = await expectFailure({ pacts: files, against })
    expect(report.interactions).toMatchObject([
      { outcome: 'problem', reason: expect.stringContaining('responds with 500') as string },
      { outcome: 'broken', mock: 'verified' },
    ])
    expect(asked).toEqual(['/api/v0/roles', '/api/v0/roles'])
  })

  it('a working service is verified with client credentials, and so is the mock', async () => {
    const { url } = await openService({ tokens: { issued: ['user:read'] } })
    const issued = { body: { access_token: 'issued', token_type: 'Bearer' } }
    const { url: tokenUrl } = await startTokenEndpoint(() => issued)
    const files = pacts()
    install()
    const against = { url, clientCredentials: { tokenUrl, clientId: 'c', clientSecret: 'of-no-matter' } }
    expect(await verifyPacts({ pacts: files, against })).toMatchObject({ outcome: 'verified' })
    expect(await verifyPacts({ pacts: files })).toMatchObject({ outcome: 'verified' })
  })
})
