import { describe, expect, it } from 'vitest'
import { createPlace, V1 } from './admin-place.js'

const CREATE = 'default/roles.create'

function empty(length: number): object[] {
  return Array.from({ length }, () => ({}))
}

it.each([
  ['GET', '/__conmock/health'],
  ['GET', V1],
  ['POST', `${V1}/default/reset`],
  ['GET', `${V1}/none`],
  ['GET', `${V1}/events`],
  ['OPTIONS', `${V1}/sandboxes.all`],
])('every response to %s %s has no CORS headers and is not kept', async (method, path) => {
  const { send } = createPlace()
  const headers = { 'access-control-request-method': 'POST' }
  const response = await send(method, path, { headers, ...(method === 'POST' ? { body: '[]' } : {}) })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

it('answers with problems as RFC 9457 describes them', async () => {
  const { headers, body } = await createPlace().call('default/users.delete', ['none'])
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'no user matches "none"',
    error: 'RecordNotFoundError',
  })
})

it.each([
  ['POST', '/', 'GET, HEAD'],
  ['OPTIONS', '/__conmock/health', 'GET, HEAD'],
  ['DELETE', `${V1}/events`, 'GET, HEAD'],
  ['POST', V1, 'GET, HEAD'],
  ['GET', `${V1}/default/reset`, 'POST'],
  ['HEAD', `${V1}/sandboxes.all`, 'POST'],
  ['PUT', `${V1}/default/roles.create`, 'POST'],
  ['BREW', `${V1}/default/none`, 'POST'],
])('a method that a path does not have is refused: %s %s', async (method, path, allow) => {
  const { status, headers } = await createPlace().send(method, path)
  expect([status, headers.get('allow')]).toEqual([405, allow])
})

it.each(['/__conmock', `${V1}x`, '/__conmock/v2', '/__conmock/dashboard/none.js'])(
  'has no path %s',
  async (path) => {
    const response = await createPlace().send('GET', path)
    const detail = `the admin API has no path ${path}; GET ${V1} lists what it has`
    expect(await response.json()).toMatchObject({ status: 404, detail })
  },
)

it.each([
  ['default/reset/x', 404],
  ['default/', 404],
  ['', 404],
  ['%zz/reset', 404],
])('has no member at "%s"', async (path, status) => {
  expect((await createPlace().call(path)).status).toBe(status)
})

describe('a body', () => {
  it.each([
    ...['{', '[1,]', 'undefined', "['a']", '[1', '\u0000', '[][]', ' '].map((body) => [body, 'is not JSON']),
    ...['{}', '"x"', 'null', '1'].map((body) => [body, 'must be a JSON array']),
  ])('%s is refused, because it %s', async (body, reason) => {
    const { status, body: problem } = await createPlace().call(CREATE, body)
    expect({ status, detail: problem.detail }).toEqual({
      status: 400,
      detail: expect.stringContaining(`the body ${reason}`),
    })
  })

  it('that is not UTF-8 is refused', async () => {
    const { call, mock } = createPlace({ base: { data: 'empty' } })
    const body = Buffer.from('[{"name":"Zoë"}]', 'latin1')
    expect(await call(CREATE, [], { body })).toMatchObject({
      status: 400,
      body: { detail: 'the body is not UTF-8' },
    })
    expect(mock.roles.count()).toBe(0)
  })

  it('has at most 10 MiB', async () => {
    const { call, mock } = createPlace({ base: { data: 'empty' } })
    const longest = 10 * 1024 * 1024
    expect((await call(CREATE, '[]'.padEnd(longest))).status).toBe(200)
    expect((await call(CREATE, '[]'.padEnd(longest + 1))).status).toBe(413)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    })
    expect((await call(CREATE, [], { body: endless, duplex: 'half' } as RequestInit)).status).toBe(413)
    expect(mock.roles.count()).toBe(1)
  })

  it('has texts of at most 100,000 characters, and lists of 10,000 elements', async () => {
    const { call, mock } = createPlace({ base: { data: 'empty' } })
    const detailOf = async (argument: unknown) => {
      const { status, body } = await call('default/volunteers.createMany', [argument])
      expect(status).toBe(413)
      return body.detail as string
    }
    expect(await detailOf(empty(10_001))).toContain('10001 elements in one list; at most 10000')
    const long = { user: { firstName: 'x'.repeat(100_001) } }
    expect(await detailOf([long])).toContain('100001 characters in one string; at most 100000')
    expect(mock.volunteers.count()).toBe(0)
  })
})

it('hides the details of its own failures, and tells the developer', async () => {
  const { call, sandboxes, reported } = createPlace()
  sandboxes.all = () => {
    throw new TypeError('secret detail')
  }
  const { status, body } = await call('sandboxes.all')
  expect(status).toBe(500)
  expect(JSON.stringify(body)).not.toContain('secret detail')
  expect(reported).toEqual(['the admin API failed: TypeError: secret detail'])
})
