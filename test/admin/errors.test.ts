import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { runs } from '../support/property.js'
import { createPlace, SANDBOX, V1 } from './admin-place.js'
import { controlDocument } from './documented.js'

function empty(length: number): object[] {
  return Array.from({ length }, () => ({}))
}

describe('every response', () => {
  it.each([
    ['GET', '/__conmock/health'],
    ['GET', `${V1}/sandboxes`],
    ['DELETE', `${SANDBOX}/users`],
    ['GET', `${V1}/none`],
    ['GET', `${V1}/events`],
    ['OPTIONS', `${V1}/sandboxes`],
    ['PUT', `${V1}/sandboxes`],
  ])('to %s %s has no CORS headers and is not kept', async (method, path) => {
    const { send } = createPlace()
    const headers = { 'access-control-request-method': 'PUT' }
    const response = await send(method, path, undefined, { headers })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

it('answers with problems as RFC 9457 describes them', async () => {
  const { ask } = createPlace()
  const { headers, body } = await ask('GET', `${SANDBOX}/users/none`)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'no user matches "none"',
    error: 'RecordNotFoundError',
  })
})

describe('a method that a path does not have', () => {
  it.each([
    ['POST', '/', 'GET, HEAD'],
    ['OPTIONS', '/__conmock/health', 'GET, HEAD'],
    ['DELETE', `${V1}/events`, 'GET, HEAD'],
    ['POST', `${V1}/sandboxes/x`, 'GET, HEAD, PUT, DELETE'],
    ['GET', `${SANDBOX}/reset`, 'POST'],
    ['HEAD', `${SANDBOX}/reset`, 'POST'],
    ['OPTIONS', `${SANDBOX}/roles`, 'GET, HEAD, POST, PATCH, DELETE'],
    ['BREW', `${SANDBOX}/faults`, 'GET, HEAD, POST, DELETE'],
  ])('is refused: %s %s', async (method, path, allow) => {
    const { send } = createPlace()
    const { status, headers } = await send(method, path)
    expect([status, headers.get('allow')]).toEqual([405, allow])
  })
})

it('has no other paths', async () => {
  const { ask } = createPlace()
  for (const path of [
    '/__conmock',
    V1,
    `${V1}/`,
    `${V1}/sandbox`,
    `${SANDBOX}/`,
    `${SANDBOX}/datas`,
    `${SANDBOX}/users/1/x`,
  ]) {
    const { status, body } = await ask('GET', path)
    expect({ path, status, detail: body.detail }).toMatchObject({
      status: 404,
      detail: expect.stringContaining(`it has /__conmock/health, ${V1}/sandboxes`),
    })
  }
})

it('answers HEAD like GET, without the body', async () => {
  const { send } = createPlace()
  for (const path of ['/__conmock/health', `${V1}/sandboxes`, `${SANDBOX}/users/1`]) {
    const response = await send('HEAD', path)
    expect([response.status, await response.text()]).toEqual([200, ''])
  }
})

describe('a body', () => {
  it.each(['{', '{"a":1,}', 'undefined', "{'a':1}", '[1', '\u0000', '{}{}'])(
    'that is not JSON is refused: %s',
    async (body) => {
      const { ask } = createPlace()
      expect(await ask('POST', `${SANDBOX}/roles`, body)).toMatchObject({
        status: 400,
        body: { detail: expect.stringContaining('the body is not JSON') },
      })
    },
  )

  it('that is not UTF-8 is refused', async () => {
    const { send, mock } = createPlace({ base: { scenario: 'empty' } })
    const latin1 = Buffer.from('{"name":"Zoë"}', 'latin1')
    const response = await send('POST', `${SANDBOX}/roles`, undefined, { body: latin1 })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ detail: 'the body is not UTF-8' })
    expect(mock.roles.count()).toBe(0)
  })

  it('has at most 10 MiB', async () => {
    const { ask, send, mock } = createPlace({ base: { scenario: 'empty' } })
    const longest = 10 * 1024 * 1024
    expect((await ask('POST', `${SANDBOX}/roles`, '{}'.padEnd(longest))).status).toBe(201)
    expect((await ask('POST', `${SANDBOX}/roles`, '{}'.padEnd(longest + 1))).status).toBe(413)
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000_000)),
    })
    const streamed = await send('POST', `${SANDBOX}/roles`, undefined, {
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
    expect(mock.roles.count()).toBe(1)
  })

  it('has texts of at most 100,000 characters, and lists of 10,000 elements, of 100,000 together', async () => {
    const { ask, mock } = createPlace({ base: { scenario: 'empty' } })
    const detailOf = async (body: unknown) => {
      const { status, body: problem } = await ask('POST', `${SANDBOX}/volunteers`, body)
      expect(status).toBe(413)
      return problem.detail
    }
    expect(await detailOf(empty(10_001))).toContain('10001 elements in one list; at most 10000')
    expect(await detailOf({ options: empty(10_001) })).toContain('10001 elements in one list; at most 10000')
    const many = Array.from({ length: 10 }, () => ({ options: empty(10_000) }))
    expect(await detailOf(many)).toContain('100010 elements in all lists; at most 100000')
    const long = { user: { firstName: 'x'.repeat(100_001) } }
    expect(await detailOf([long])).toContain('100001 characters in one text; at most 100000')
    expect(mock.volunteers.count()).toBe(0)
    expect((await ask('POST', `${SANDBOX}/roles`, empty(10_000))).status).toBe(201)
  })

  it('that breaks off is refused', async () => {
    const { send, mock } = createPlace({ base: { scenario: 'empty' } })
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('gone')) })
    const { status } = await send('POST', `${SANDBOX}/roles`, undefined, {
      body: broken,
      duplex: 'half',
    } as RequestInit)
    expect(status).toBe(400)
    expect(mock.roles.count()).toBe(0)
  })
})

it('hides the details of its own failures, and tells the developer', async () => {
  const { send, sandboxes, reported } = createPlace()
  sandboxes.list = () => {
    throw new TypeError('secret detail')
  }
  const response = await send('GET', `${V1}/sandboxes`)
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('secret detail')
  expect(reported).toEqual(['the admin API failed: TypeError: secret detail'])
})

const anyPath = fc
  .constantFrom(...Object.keys(controlDocument.paths))
  .chain((path) =>
    fc
      .tuple(
        fc.constantFrom('default', 'w1', 'none', '__proto__', '%zz'),
        fc.constantFrom('1', '%2F', '..', '%00', '%FF', 'ü'),
      )
      .map(([sandbox, id]) => path.replace('{sandbox}', sandbox).replace(/\{\w+\}/, id)),
  )

const member = fc.constantFrom(
  ...'user id name departments $absent __proto__ constructor scenario data effect when'.split(' '),
  ...'advance scopes roles'.split(' '),
)

const { json: anyJson } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1, 1e308, '', '1', 'default', 'listRoles'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(member, tie('json'), { maxKeys: 3 }),
  ),
}))

const anyQuery = fc.oneof(
  fc.constant(''),
  fc
    .tuple(
      fc.constantFrom('where', 'limit', 'after', 'single', 'wait', 'x'),
      fc.oneof(
        anyJson.map((json) => JSON.stringify(json)),
        fc.string({ maxLength: 5 }),
      ),
    )
    .filter(([name]) => name !== 'wait')
    .map(([name, value]) => `?${name}=${encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, ''))}`),
)

test('property: no request makes the admin API fail', async () => {
  const { send, sandboxes, reported } = createPlace()
  sandboxes.create('w1')
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      anyPath,
      anyQuery,
      fc.oneof(
        fc.constant(undefined),
        anyJson.map((json) => JSON.stringify(json)),
        fc.string({ maxLength: 8 }),
      ),
      async (method, path, query, body) => {
        const response = await send(method, path + query, method === 'GET' ? undefined : body)
        expect(reported).toEqual([])
        expect(response.status).toBeLessThan(500)
        await response.body?.cancel()
      },
    ),
    runs(600),
  )
})
