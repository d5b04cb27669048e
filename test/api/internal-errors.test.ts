import { describe, expect, it } from 'vitest'
import { Api, type ApiParts, type ApiRequest } from '../../src/api/api.js'
import { PageCache } from '../../src/api/page-cache.js'
import type { ApiData } from '../../src/api/operations/operation-handler.js'
import { resolveSettings } from '../../src/contract/settings.js'
import type { AssumptionInput, Settings } from '../../src/index.js'

const tokens: ApiParts['tokens'] = {
  lookup: () => ({ name: 'mine', scopes: ['volunteer:read', 'user:read'], state: 'valid' }),
  example: () => undefined,
}

/** Data with one role and no user, which fails as long as `failure` is set. */
function createData() {
  const data = {
    version: 0,
    failure: undefined as unknown,
    volunteerOfUser: () => data.fail(),
    hasUser: () => false,
    userOfVolunteer: () => undefined,
    someUserIds: () => [],
    listAfter() {
      data.fail()
      return { records: [{ id: '1', name: 'staff' }], more: false, lastKey: '1' }
    },
    fail(): undefined {
      if (data.failure !== undefined) throw data.failure
    },
  }
  return data satisfies ApiData
}

function request(path: string, method = 'GET'): ApiRequest {
  return { method, url: `http://mock${path}`, headers: new Headers({ authorization: 'Bearer any' }) }
}

function openApi(data: ApiData, settings: Settings): Api {
  const clients = { scopesOf: () => undefined, issue: () => 'none', tokenLifetime: 60 }
  return new Api({
    data,
    tokens,
    clients,
    settings,
    now: () => 0,
    pages: new PageCache(),
    limiter: undefined,
    assumedHeader: true,
  })
}

function open(assumptions: AssumptionInput = {}) {
  const data = createData()
  return { data, api: openApi(data, resolveSettings({ assumptions })) }
}

describe.each([
  ['/api/v0/roles', 200],
  ['/api/v0/users/1/volunteer', 404],
])('an internal error behind %s', (path, usual) => {
  it('is answered with 500 and the code internal_error, without details', () => {
    const { api, data } = open()
    data.failure = new Error('the inside must not show')
    const answer = api.answer(request(path))
    expect(answer.status).toBe(500)
    expect(answer.headers['content-type']).toBe('application/json')
    expect(JSON.parse(String(answer.body))).toMatchObject({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal_error',
    })
    expect(answer.body).not.toMatch(/inside|Error:|\bat \S+:\d|\.[jt]s\b/)
  })

  it('is written to the log with its cause', () => {
    const { api, data } = open()
    data.failure = new TypeError('no such thing')
    expect(api.answer(request(path)).refusal).toMatch(/^bug in conmock: TypeError: no such thing\n\s+at /)
    data.failure = 'a string that somebody threw'
    expect(api.answer(request(path)).refusal).toBe('bug in conmock: a string that somebody threw')
  })

  it('does not affect the next request', () => {
    const { api, data } = open()
    data.failure = new Error('once')
    expect(api.answer(request(path)).status).toBe(500)
    data.failure = undefined
    expect(api.answer(request(path)).status).toBe(usual)
  })

  it('has no body for HEAD, nor with errors.body=empty', () => {
    for (const [assumptions, method] of [
      [{}, 'HEAD'],
      [{ 'errors.body': 'empty' }, 'GET'],
    ] as const) {
      const { api, data } = open(assumptions)
      data.failure = new Error('any')
      expect(api.answer(request(path, method))).toMatchObject({ status: 500, body: null })
    }
  })
})
