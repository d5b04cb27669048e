import { createServer, type Server, type ServerOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import { InvalidOptionError } from '../common/errors.js'

/** The certificate of a server. */
export interface TlsOptions {
  /** Content of the certificate file (PEM), with intermediate certificates at the end. */
  readonly cert: string | Uint8Array
  /** Content of the private key file (PEM), without a password. */
  readonly key: string | Uint8Array
}

function check(parts: Partial<TlsOptions>, option: string, expected: string): void {
  try {
    createSecureContext(parts as ServerOptions)
  } catch (error) {
    throw new InvalidOptionError(`${expected} (${(error as Error).message})`, option, { cause: error })
  }
}

/** @throws InvalidOptionError If a server cannot use the certificate or its key. */
export function checkTls({ cert, key }: TlsOptions): void {
  check({ cert }, 'tls.cert', 'must be a certificate in PEM format')
  const withoutPassword = 'openssl pkey -in KEY -out NEW-KEY removes its password'
  check({ key }, 'tls.key', `must be a private key in PEM format without a password; ${withoutPassword}`)
  check({ cert, key }, 'tls.key', 'must be the key of the certificate')
}

/** @throws InvalidOptionError If the server cannot use the certificate or its key. */
export function createTlsServer(settings: ServerOptions, tls: TlsOptions): Server {
  checkTls(tls)
  return createServer({ ...settings, ...(tls as ServerOptions) })
}
