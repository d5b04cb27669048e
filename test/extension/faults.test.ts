import { expect, it, onTestFinished } from 'vitest'
import { createMock, extendApi, type FaultEffect } from '../../src/index.js'
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
