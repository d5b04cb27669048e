import { http, HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { ServerOptions } from '../../src/server.js'
import { Certificate, openssl } from '../support/certificate.js'
import { RawConnection, rawRequest } from '../support/raw-connection.js'
import { fetchFrom, runServer } from '../support/running-server.js'
import { heldHandler } from './held-handler.js'

const token = 'Authorization: Bearer mock-all-scopes'

async function runTlsServer(options: ServerOptions = {}) {
  const certificate = new Certificate()
  const { tls } = certificate
  const server = await runServer({ tls, ...options })
  const open = (ca = tls.cert) => RawConnection.open(server, '127.0.0.1', ca)
  async function ask(path: string, ...headers: readonly string[]) {
    const request = rawRequest(`GET ${path} HTTP/1.1`, headers.length > 0 ? headers : ['Host: localhost'])
    return (await open()).write(request).answer()
  }
  return { certificate, server, open, ask }
}

describe('a server with https', () => {
  it('has URLs with https, and answers with the API, custom handlers, the admin API and the dashboard', async () => {
    const own = http.get('https://localhost/own', ({ request }) => HttpResponse.text(request.url))
    const { server, ask } = await runTlsServer({ handlers: [own] })
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`)
    expect(server.dashboard).toBe(`https://127.0.0.1:${server.port}/`)
    expect((await ask('/api/v0/roles', 'Host: localhost', token)).status).toBe(200)
    expect(await ask('/own')).toMatchObject({ status: 200, body: 'https://localhost/own' })
    expect(JSON.parse((await ask('/__conmock/health')).body)).toMatchObject({ status: 'ok' })
    expect((await ask('/')).body).toContain('<!doctype html>')
  })

  it('reads the certificate from Buffers', async () => {
    const { cert, key } = new Certificate().tls
    const server = await runServer({ tls: { cert: Buffer.from(cert), key: Buffer.from(key) } })
    await expect(RawConnection.open(server, '127.0.0.1', cert)).resolves.toBeDefined()
  })

  it('survives clients that do not trust it, do not use TLS or send no HTTP', async () => {
    const { server, ask, open } = await runTlsServer()
    await expect(open(new Certificate().tls.cert)).rejects.toThrow(/certificate/)
    await expect(fetchFrom(server, '/api/v0/roles')).rejects.toThrow('fetch failed')
    const plain = (await RawConnection.open(server)).write(rawRequest('GET / HTTP/1.1', ['Host: localhost']))
    await plain.closed
    expect(plain.received).not.toContain('HTTP')
    const connection = (await open()).write(
      rawRequest('GET /api/v0/roles HTTP/1.1', ['Host: localhost', token]),
    )
    connection.write('no HTTP\r\n\r\n')
    expect((await connection.answer(1)).status).toBe(200)
    expect((await connection.answer(2)).status).toBe(400)
    await connection.closed
    expect((await ask('/api/v0/roles', 'Host: localhost', token)).status).toBe(200)
  })
})

it('the end of a server with https waits for a running response, but not for connections without a request', async () => {
  const { handler, asked, release } = heldHandler()
  const { server, open } = await runTlsServer({ handlers: [handler] })
  const running = (await open()).write(rawRequest('GET /held HTTP/1.1', ['Host: localhost']))
  const [unused, silent] = [await open(), await RawConnection.open(server)]
  await asked
  let closed = false
  const closing = server.close().then(() => (closed = true))
  await Promise.all([unused.closed, silent.closed])
  expect(closed).toBe(false)
  release()
  expect((await running.answer()).body).toBe('{"held":true}')
  await closing
})

it.each<[string, string, (certificate: Certificate) => object]>([
  ['a certificate without a key', 'tls.key', ({ tls: { cert } }) => ({ cert })],
  ['a key without a certificate', 'tls.cert', ({ tls: { key } }) => ({ key })],
  ['an empty certificate', 'tls.cert', ({ tls: { key } }) => ({ cert: '', key })],
  ['an unknown field', 'tls', ({ tls }) => ({ ...tls, ca: tls.cert })],
  ['a path instead of a certificate', 'tls.cert', ({ tls: { key } }) => ({ cert: './cert.pem', key })],
  ['a certificate that is cut off', 'tls.cert', ({ tls }) => ({ ...tls, cert: tls.cert.slice(0, 200) })],
  [
    'a certificate that is not PEM',
    'tls.cert',
    (certificate) => {
      openssl(certificate.folder, 'x509 -in cert.pem -outform der -out cert.der')
      return { ...certificate.tls, cert: Buffer.from(certificate.read('cert.der'), 'latin1') }
    },
  ],
  ['swapped files', 'tls.cert', ({ tls: { cert, key } }) => ({ cert: key, key: cert })],
  ['a certificate as the key', 'tls.key', ({ tls: { cert } }) => ({ cert, key: cert })],
  ['a key of another certificate', 'tls.key', ({ tls }) => ({ ...tls, key: new Certificate().tls.key })],
  [
    'an encrypted key',
    'tls.key',
    (certificate) => {
      openssl(certificate.folder, 'pkey -in key.pem -aes256 -passout pass:secret -out encrypted.pem')
      return { ...certificate.tls, key: certificate.read('encrypted.pem') }
    },
  ],
])('startServer refuses %s', async (_what, option, tlsFor) => {
  const start = runServer({ tls: tlsFor(new Certificate()) as never })
  await expect(start).rejects.toMatchObject({ name: 'InvalidOptionError', option })
})
