import { http, HttpResponse } from 'msw'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RequestEntry, RunningServer, ServerOptions } from '../../src/server.js'
import { createMock } from '../../src/index.js'
import { heldHandler } from '../support/held-handler.js'
import { RawConnection, rawRequest, sendRaw } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'

const CLOSED = 'The connection was closed before the end of the response.'

interface Followed {
  readonly server: RunningServer
  /** Resolves with the entry of that number, counted from 1. */
  readonly entry: (number?: number) => Promise<RequestEntry>
}

async function follow(options: ServerOptions = {}): Promise<Followed> {
  const entries: RequestEntry[] = []
  let tell: (() => void) | undefined
  const onRequest = (entry: RequestEntry) => {
    entries.push(entry)
    tell?.()
  }
  return {
    server: await runServer({ ...options, onRequest }),
    entry: async (number = 1) => {
      while (entries.length < number) await new Promise<void>((resolve) => (tell = resolve))
      return entries[number - 1]!
    },
  }
}

/** A stream that fails after some chunks. */
function failingStream(chunks: number): ReadableStream<Uint8Array> {
  let left = chunks
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(new TextEncoder().encode('part'))
      else controller.error(new Error('secret of the stream'))
    },
  })
}

describe('onRequest is told', () => {
  it('of an answered request its method, path and status, and how long it took', async () => {
    const { server, entry } = await follow()
    await (await fetchFrom(server, '/api/v0/users/1/volunteer')).text()
    const told = await entry()
    expect(told).toEqual({
      time: expect.any(Number) as number,
      method: 'GET',
      path: '/api/v0/users/1/volunteer',
      status: 200,
      ms: expect.any(Number) as number,
      assumed: ['department.name=present'],
    })
    expect(told.ms).toBeGreaterThan(0)
  })

  it.each([
    [401, 'GET', '/api/v0/roles', { authorization: 'Basic abc' }],
    [403, 'GET', '/api/v0/roles', { authorization: 'Bearer mock-no-scopes' }],
    [404, 'GET', '/api/v0/users/nobody/volunteer', {}],
    [404, 'GET', '/nowhere', {}],
    [405, 'DELETE', '/api/v0/roles', {}],
  ])('of a %i why it was refused, in the words of the answer', async (status, method, path, headers) => {
    const { server, entry } = await follow()
    const response = await fetchFrom(server, path, { method, headers })
    const { detail } = (await response.json()) as { detail: string }
    expect(await entry()).toMatchObject({ method, path, status, refusal: detail })
  })

  it('of a refusal which assumptions it rests on, whatever the header says', async () => {
    const { server, entry } = await follow({
      assumedHeader: false,
      assumptions: { 'auth.missing': '403', 'errors.body': 'empty' },
    })
    const response = await fetchFrom(server, '/api/v0/roles', { headers: { authorization: '' } })
    expect(response.headers.has('conmock-assumed')).toBe(false)
    expect(await entry()).toMatchObject({ status: 403, assumed: ['auth.missing=403', 'errors.body=empty'] })
  })

  it.each([
    ['fails at once', 'secret of the stream', () => failingStream(0)],
    ['fails after its first bytes', 'secret of the stream', () => failingStream(1)],
    [
      'does not consist of bytes',
      'Uint8Array',
      () => new ReadableStream({ start: (controller) => controller.enqueue({}) }),
    ],
  ])('of a stream in a handler that %s, and prints nothing', async (_what, reason, body) => {
    const stderr = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => stderr.mockRestore())
    const { server, entry } = await follow({
      handlers: [http.get('*/stream', () => new HttpResponse(body()))],
    })
    await expect(fetchFrom(server, '/stream').then((response) => response.text())).rejects.toThrow(TypeError)
    const told = await entry()
    expect(told.status).toBe(0)
    expect(told.refusal).toMatch(`one of your handlers failed: `)
    expect(told.refusal).toContain(reason)
    expect(stderr).not.toHaveBeenCalled()
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })

  it.each([
    ['gives no time', () => Number.NaN, /^"now" must return milliseconds .*, but returned "?NaN"?$/],
    [
      'fails',
      () => {
        throw new Error('no battery')
      },
      /^"now" must return milliseconds since 1970, but it failed: Error: no battery$/,
    ],
  ])('of a clock that %s', async (_what, now, refusal) => {
    const mock = createMock({ now, assumptions: { rateLimit: '5/60' } })
    const { server, entry } = await follow({ mock })
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(500)
    expect((await entry()).refusal).toMatch(refusal)
  })

  it('of a Response that a handler gives twice', async () => {
    const once = new Response('once')
    const { server, entry } = await follow({ handlers: [http.get('*/own', () => once)] })
    expect(await (await fetchFrom(server, '/own')).text()).toBe('once')
    const again = await fetchFrom(server, '/own')
    expect(again.status).toBe(500)
    expect((await entry(2)).refusal).toMatch(/^one of your handlers failed: TypeError: .*body/i)
  })

  it('of each request in turn', async () => {
    const { server, entry } = await follow()
    await (await fetchFrom(server, '/api/v0/roles', { method: 'HEAD' })).text()
    await (await fetchFrom(server, '/api/v0/roles')).text()
    expect(await entry(1)).toMatchObject({ method: 'HEAD', status: 200 })
    expect(await entry(2)).toMatchObject({ method: 'GET', status: 200 })
  })

  it('of a preflight', async () => {
    const { server, entry } = await follow()
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'GET' }
    await fetchFrom(server, '/api/v0/roles', { method: 'OPTIONS', headers })
    expect(await entry()).toMatchObject({ method: 'OPTIONS', path: '/api/v0/roles', status: 204 })
  })

  it('of what never became a request', async () => {
    const { server, entry } = await follow()
    await sendRaw(server, 'no HTTP at all\r\n\r\n')
    expect(await entry()).toEqual({
      time: expect.any(Number) as number,
      method: '-',
      path: '-',
      status: 400,
      ms: 0,
      refusal: 'The request is malformed: it is not valid HTTP/1.1.',
    })
  })

  it('of a request without a Host', async () => {
    const { server, entry } = await follow()
    await sendRaw(server, rawRequest('GET /api/v0/roles HTTP/1.1'))
    expect(await entry()).toMatchObject({
      method: 'GET',
      path: '/api/v0/roles',
      status: 400,
      refusal: 'The request is malformed: it has no Host header.',
    })
  })

  it("of an answer of the user's own handler", async () => {
    const handler = http.get('*/api/v0/roles', () => new HttpResponse(null, { status: 503 }))
    const { server, entry } = await follow({ handlers: [handler] })
    await fetchFrom(server, '/api/v0/roles')
    expect(await entry()).toMatchObject({ path: '/api/v0/roles', status: 503 })
  })

  it('of a failed handler what it threw, which the answer does not tell', async () => {
    const handler = http.get('*/api/v0/roles', () => {
      throw new Error('boom')
    })
    const { server, entry } = await follow({ handlers: [handler] })
    expect(await (await fetchFrom(server, '/api/v0/roles')).text()).not.toContain('boom')
    expect(await entry()).toMatchObject({ status: 500, refusal: expect.stringContaining('boom') as string })
  })

  it('of a connection that was closed instead of an answer, as status 0', async () => {
    const { server, entry } = await follow({ handlers: [http.get('*/cut', () => HttpResponse.error())] })
    await expect(fetchFrom(server, '/cut')).rejects.toThrow('fetch failed')
    expect(await entry()).toMatchObject({ path: '/cut', status: 0, refusal: CLOSED })
  })

  it('of a client that went away before the answer, as status 0', async () => {
    const { handler, asked, release } = heldHandler()
    const { server, entry } = await follow({ handlers: [handler] })
    const connection = await RawConnection.open(server)
    connection.write(rawRequest('GET /held HTTP/1.1', ['Host: conmock']))
    await asked
    connection.cut()
    expect(await entry()).toMatchObject({
      path: '/held',
      status: 0,
      refusal: expect.stringContaining('closed') as string,
    })
    release()
    expect((await fetchFrom(server, '/api/v0/roles')).status).toBe(200)
  })
})

describe('an entry hides', () => {
  const token = 'very-secret-token'

  it.each([
    [
      'the values of the query, but for the cursor',
      '?nextPage=abc&limit=3&a=b=c',
      '?nextPage=abc&limit=…&a=…',
    ],
    ['a token in the query', `?access_token=${token}&nextPage=`, '?access_token=…&nextPage='],
    ['a value that holds question marks', `?a=?${token}?`, '?a=…'],
  ])('%s', async (_what, query, shown) => {
    const { server, entry } = await follow()
    await fetchFrom(server, `/api/v0/roles${query}`)
    expect((await entry()).path).toBe(`/api/v0/roles${shown}`)
  })

  it('a token wherever it was put by mistake', async () => {
    const { server, entry } = await follow({ tokens: { [token]: ['user:read'] } })
    const targets = [
      '/api/v0/roles',
      `/api/v0/roles?${token}`,
      `/api/v0/roles#${token}`,
      `/api/v0/roles?token=${token}&nextPage=1`,
      `http://user:${token}@conmock/api/v0/roles`,
    ]
    for (const [index, target] of targets.entries()) {
      const headers = ['Host: conmock', `Authorization: Bearer ${token}`, `Cookie: token=${token}`]
      await sendRaw(server, rawRequest(`GET ${target} HTTP/1.1`, headers))
      expect(JSON.stringify(await entry(index + 1))).not.toContain(token)
    }
  })

  it('a token that is refused', async () => {
    const { server, entry } = await follow()
    await fetchFrom(server, '/api/v0/roles', { headers: { authorization: `Bearer ${token}` } })
    await fetchFrom(server, '/api/v0/roles', { headers: { authorization: `Bearer ${token} ${token}` } })
    expect(JSON.stringify([await entry(1), await entry(2)])).not.toContain(token)
  })
})

describe('an entry notes', () => {
  it('that a query parameter was ignored, which sends a client to the first page for ever', async () => {
    const { server, entry } = await follow()
    await (await fetchFrom(server, '/api/v0/roles?cursor=abc')).text()
    expect(await entry()).toMatchObject({ status: 200, note: expect.stringContaining('nextPage') as string })
  })

  it('nothing of a page that was asked for by its cursor', async () => {
    const { server, entry } = await follow()
    const { nextPage } = (await (await fetchFrom(server, '/api/v0/roles')).json()) as { nextPage: string }
    await (await fetchFrom(server, `/api/v0/roles?nextPage=${nextPage}`)).text()
    expect((await entry(2)).note).toBeUndefined()
  })
})
