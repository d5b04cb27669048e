import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { ServerOptions as HttpOptions } from 'node:http'
import { createServer, type Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import { InvalidOptionError } from '../common/errors.js'

/** The certificate of a server. */
export interface TlsOptions {
  /** Content of the certificate file (PEM), with intermediate certificates at the end. */
  readonly cert: string | Uint8Array
  /** Content of the private key file (PEM), without a password. */
  readonly key: string | Uint8Array
}

type Pem = Readonly<Record<keyof TlsOptions, string>>

function toText(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : Buffer.from(content).toString()
}

function readCertificate(cert: string): X509Certificate {
  try {
    // OpenSSL prints a certificate as text in front of it.
    if (cert.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(cert)
  } catch {
    // OpenSSL's own message does not help.
  }
  throw new InvalidOptionError('must be a certificate in PEM format', 'tls.cert')
}

function readKey(key: string): KeyObject {
  try {
    return createPrivateKey(key)
  } catch {
    throw new InvalidOptionError(
      key.includes('ENCRYPTED')
        ? 'must not be encrypted; remove its password with: openssl pkey -in KEY -out NEW-KEY'
        : 'must be a private key in PEM format',
      'tls.key',
    )
  }
}

/**
 * Reads a certificate and its key.
 *
 * @throws InvalidOptionError If a server cannot use them.
 */
export function readTls(tls: TlsOptions): Pem {
  const pem = { cert: toText(tls.cert), key: toText(tls.key) }
  const certificate = readCertificate(pem.cert)
  if (!certificate.checkPrivateKey(readKey(pem.key))) {
    throw new InvalidOptionError('must be the key of the certificate, but belongs to another one', 'tls.key')
  }
  try {
    createSecureContext(pem)
  } catch (error) {
    // For example, OpenSSL refuses short keys.
    throw new InvalidOptionError(`cannot be used: ${(error as Error).message}`, 'tls.cert', { cause: error })
  }
  return pem
}

/** @throws InvalidOptionError If the server cannot use the certificate. */
export function createTlsServer(settings: HttpOptions, tls: TlsOptions): Server {
  return createServer({ ...settings, ...readTls(tls) })
}
