import * as tls from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { connect } from '../../src/server.js'
import { Certificate } from '../support/certificate.js'
import { serveMain, startConmock } from '../support/command.js'

function flagsFor(certificate: Certificate): string[] {
  return ['--tls-cert', certificate.pathOf('cert.pem'), '--tls-key', certificate.pathOf('key.pem')]
}

/** Whether a client that only trusts this certificate can connect. */
function isTrusted(url: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca })
    socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('secureConnect', () => socket.destroy())
  })
}

describe('conmock --tls-cert FILE --tls-key FILE', () => {
  it('prints URLs with https', async () => {
    const flags = flagsFor(new Certificate())
    const { greeting } = await serveMain(...flags)
    expect(greeting).toMatch(/listens on https:.*\nDashboard {2}https:/)
    expect(greeting).toContain("'https://127.0.0.1:")
    expect(greeting).not.toContain('http:')
    const { greeting: json } = await serveMain(...flags, '--json')
    const https: unknown = expect.stringMatching(/^https:/)
    expect(JSON.parse(json)).toMatchObject({ url: https, dashboard: https })
  })

  // The guide to HTTPS has a client that knows the certificate.
  it('is not trusted by a client that does not know it, and says what is missing', async () => {
    const { url } = await serveMain(...flagsFor(new Certificate()))
    await expect(connect(url)).rejects.toThrow(/^cannot reach https:.*_CERT\. .* NODE_EXTRA_CA_CERTS=FILE/)
  })

  it('reads both files again with --watch', { timeout: 120_000 }, async () => {
    const certificate = new Certificate()
    const { url } = await startConmock(...flagsFor(certificate), '--watch')
    const before = certificate.tls.cert
    expect(await isTrusted(url, before)).toBe(true)
    certificate.renew()
    const { cert } = certificate.tls
    await vi.waitUntil(() => isTrusted(url, cert), { timeout: 100_000, interval: 50 })
    await vi.waitUntil(async () => !(await isTrusted(url, before)), { timeout: 100_000, interval: 50 })
  })
})
