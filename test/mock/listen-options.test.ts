import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { http as handlers, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMock, extendApi, type MockOptions } from '../../src/index.js'

/** Starts msw, and a server that nothing but assets may reach. The conformance suite runs with these options in msw 3, too. */
async function listen(options?: MockOptions) {
  const reached: (string | undefined)[] = []
  const network = http
    .createServer((request, response) => {
      reached.push(request.url)
      response.end()
    })
    .listen(0)
  const mock = createMock(options)
  const msw = setupServer(...mock.handlers)
  msw.listen(mock.listenOptions)
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    network.close()
    msw.close()
    print.mockRestore()
  })
  const { port } = network.address() as AddressInfo
  return { url: `http://localhost:${port}`, reached, printed: () => print.mock.calls.join('\n') }
}

test('a request without a handler fails, and the console shows the most similar operation', async () => {
  const { url, reached, printed } = await listen()
  await expect(fetch(`${url}/api/v0/role?key=secret`)).rejects.toThrow(TypeError)
  expect(printed()).toContain(`GET ${url}/api/v0/role,`)
  expect(printed()).toContain('nearest operation is GET /api/v0/roles')
  expect(printed()).not.toContain('secret')
  await expect(fetch(`${url}/login`, { method: 'POST', body: '{}' })).rejects.toThrow(TypeError)
  await expect(new Promise((_, reject) => http.get(url, reject).on('error', reject))).rejects.toThrow(
    TypeError,
  )
  expect(reached).toEqual([])
})

test.each<[what: string, options: object]>([
  ['a custom handler', { handlers: [handlers.put('*/api/v0/visits/:id', () => HttpResponse.json({}))] }],
  ['an extension', { extend: extendApi().operation('visit', 'PUT /api/v0/visits/:id', {}, () => ({})) }],
])('the most similar operation may be one of %s', async (_, options) => {
  const { url, printed } = await listen(options)
  await expect(fetch(`${url}/api/v0/visit/1`)).rejects.toThrow(TypeError)
  expect(printed()).toContain('nearest operation is PUT /api/v0/visits/:id. ')
})

test('a request for an asset reaches the network without a message', async () => {
  const { url, reached, printed } = await listen()
  expect((await fetch(`${url}/style.css`)).status).toBe(200)
  expect(reached).toEqual(['/style.css'])
  expect(printed()).toBe('')
})

test('a request to another origin than the baseUrl gets its reason', async () => {
  const { url, printed } = await listen({ baseUrl: 'https://reg.example.com' })
  await expect(fetch(`${url}/api/v0/roles`)).rejects.toThrow(TypeError)
  expect(printed()).toContain('https://reg.example.com')
})

test('a WebSocket without a handler gets an error', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => print.mockRestore())
  const { onUnhandledFrame } = createMock().listenOptions
  const client = { url: new URL('wss://reg.example.com/events') }
  await expect(onUnhandledFrame({ frame: { data: { connection: { client } } } })).rejects.toThrow('wss://')
})
