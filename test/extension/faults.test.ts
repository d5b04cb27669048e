import { setImmediate } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createMock, extendApi, forEachFault, type FaultEffect } from '../../src/index.js'
import { startServer } from '../../src/server.js'
import { registrations } from './registrations.js'

const url = 'https://reg.example.com/api/v0/users/1/registration'
const headers = { authorization: 'Bearer mock-all-scopes' }
const cancel = { method: 'DELETE', headers }

function open(effect: FaultEffect) {
  return createMock({ extend: registrations, faults: [{ operation: 'cancelRegistration', effect }] })
}

it.each<FaultEffect>([{ status: 503 }, { status: 502, html: true }])(
  'a fault with a status comes before the operation runs: %o',
  async (effect) => {
    const mock = open(effect)
    expect((await mock.fetch(url, cancel)).status).toBe(effect.status)
    expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'paid' })
    expect(mock.requests.last()).toMatchObject({
      operation: 'cancelRegistration',
      token: 'mock-all-scopes',
      fault: expect.stringContaining('status') as string,
    })
  },
)

it.each<FaultEffect>([{ dropConnection: true }, { html: true }, { invalidJson: true }])(
  'a fault that breaks the response comes after the change: %o',
  async (effect) => {
    const mock = open(effect)
    await mock.fetch(url, cancel).catch(() => undefined)
    expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'canceled' })
  },
)

it('an operation that never answers has made its change', async () => {
  const mock = open({ hang: true })
  const client = new AbortController()
  const response = mock.fetch(url, { ...cancel, signal: client.signal })
  await mock.requests.waitFor({ operation: 'cancelRegistration' })
  client.abort()
  await expect(response).rejects.toBeInstanceOf(Error)
  expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'canceled' })
})

it('a request whose client leaves while it waits does not reach the operation', async () => {
  const mock = open({ hold: true })
  const client = new AbortController()
  const response = mock.fetch(url, { ...cancel, signal: client.signal })
  client.abort()
  await expect(response).rejects.toBeInstanceOf(Error)
  expect(await mock.requests.waitFor({ operation: 'cancelRegistration' })).toMatchObject({ status: 0 })
  await mock.faults.release()
  expect(mock.registrations.find({ userId: '1' })).toMatchObject({ status: 'paid' })
})

it('a file can be cut', async () => {
  const mock = createMock({ extend: registrations })
  mock.faults.add({ operation: 'getPhoto', effect: { truncateBody: 1 } })
  const photo = await mock.fetch('https://reg.example.com/api/v0/users/1/photo', { headers })
  expect(photo.headers.get('content-length')).toBe('2')
  await expect(photo.arrayBuffer()).rejects.toBeInstanceOf(Error)
})

it('a file that says its length can be cut', async () => {
  const sent = { headers: { 'content-length': '4' } }
  const extend = extendApi().operation('getFile', 'GET /api/v0/file', {}, () => new Response('four', sent))
  const server = await startServer({ port: 0, extend, faults: [{ effect: { invalidJson: true } }] })
  onTestFinished(() => server.close())
  const response = await fetch(`${server.url}/api/v0/file`, { headers })
  expect(await response.text()).toBe('fou')
})

it.each<FaultEffect>([{ truncateBody: 3 }, { invalidJson: true }])(
  'an endless stream is only read as far as %o needs, or until the client leaves',
  async (effect) => {
    let isCanceled = false
    const endless = () =>
      new ReadableStream({
        async pull(controller) {
          await setImmediate()
          controller.enqueue(new TextEncoder().encode('data'))
        },
        cancel: () => void (isCanceled = true),
      })
    const extend = extendApi().operation('events', 'GET /api/v0/events', {}, () => new Response(endless()))
    const mock = createMock({ extend, faults: [{ effect }] })
    const client = new AbortController()
    const response = mock.fetch('https://reg.example.com/api/v0/events', { headers, signal: client.signal })
    if (effect.invalidJson) void mock.requests.waitFor({}, { timeout: 1 }).catch(() => client.abort())
    await expect((async () => (await response).text())()).rejects.toBeInstanceOf(Error)
    expect(isCanceled).toBe(true)
  },
)

it('a fault between pages hits a list of a team, whose cursor may be in the body', async () => {
  const names: string[] = []
  const only = ['500 on the second page', 'record removed before the second page', 'last page empty'] as const
  const mock = createMock({ extend: registrations })
  const passed = await forEachFault({ mock, operation: 'searchRegistrations', only }, async ({ name }) => {
    let body: { data?: unknown[]; nextPage?: string | undefined } = {}
    do {
      const sent = { method: 'POST', headers, body: JSON.stringify({ nextPage: body.nextPage }) }
      const response = await mock.fetch('https://reg.example.com/api/v0/registrations/search', sent)
      body = response.ok ? ((await response.json()) as typeof body) : {}
      names.push(`${name} ${response.status} ${body.data?.length}`)
    } while (typeof body.nextPage === 'string')
  })
  expect(passed.map(({ unmet }) => unmet)).toEqual([false, false, false])
  expect(names).toEqual([
    'none 200 100',
    'none 200 50',
    '500 on the second page 200 50',
    '500 on the second page 500 undefined',
    'record removed before the second page 200 50',
    'record removed before the second page 200 50',
    'record removed before the second page 200 49',
    'last page empty 200 50',
    'last page empty 200 0',
  ])
})

it('a fault that cannot break a response is unmet', async () => {
  const mock = createMock({ extend: registrations })
  const only = ['500', 'truncated body', 'invalid JSON'] as const
  const passed = await forEachFault({ mock, operation: 'cancelRegistration', only }, () =>
    mock.fetch(url, cancel),
  )
  expect(passed.map(({ unmet }) => unmet)).toEqual([false, true, true])
})

it('a stream is sent as it comes', async () => {
  let sent!: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  const stream = new ReadableStream({ start: (controller) => void (sent = controller) })
  const extend = extendApi().operation('events', 'GET /api/v0/events', {}, () => new Response(stream))
  const mock = createMock({ extend })
  const response = await mock.fetch('https://reg.example.com/api/v0/events', { headers })
  const reader = response.body!.getReader()
  sent.enqueue(new TextEncoder().encode('first'))
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('first')
  expect(mock.requests.response(mock.requests.last()!.id)).toMatchObject({
    omitted: expect.stringContaining('because it is a stream') as string,
  })
  const head = await mock.fetch('https://reg.example.com/api/v0/events', { method: 'HEAD', headers })
  expect(head.body).toBeNull()
})
