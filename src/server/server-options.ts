import * as z from 'zod/mini'
import {
  checkOptions,
  flag,
  oneOf,
  optional,
  optionsSchema,
  text,
  token,
  wholeNumber,
} from '../common/check-options.js'
import { isValidHost } from '../common/hosts.js'
import { compiled, type CompiledApi } from '../contract/compile.js'
import { createMockCore } from '../mock/create-mock-core.js'
import { isMock } from '../mock/mock-internals.js'
import type { MockCore } from '../mock/mock-core.js'
import { mockOptionSchemas, type MockOptions } from '../mock/options.js'
import { createCors } from './cors.js'
import type { TlsOptions } from './tls.js'

/** Options of the server, without those of the mock. @typeParam Mock A mock of the API. */
export interface OwnServerOptions<Mock> {
  /**
   * The mock to serve.
   *
   * @default a new one
   */
  readonly mock?: Mock | undefined
  /**
   * Address to listen on. The default allows only this machine; `0.0.0.0` allows others as well.
   *
   * @default '127.0.0.1'
   */
  readonly host?: string | undefined
  /**
   * Port to listen on, from 0 to 65535. 0 selects a free port.
   *
   * @default 4020
   */
  readonly port?: number | undefined
  /**
   * Allowed origins (CORS). `*` allows every origin. Only pages of listed origins may send `credentials: 'include'`.
   *
   * @default '*'
   * @throws InvalidOptionError If a value is not an origin with `http` or `https`.
   * @example
   * startServer({ cors: ['http://localhost:5173', 'https://app.example.com'] })
   */
  readonly cors?: string | readonly string[] | undefined
  /**
   * The admin API at `/__conmock/v1`. `false` turns it off. If other machines can reach the server, it needs a token.
   *
   * @default true
   * @example
   * startServer({ host: '0.0.0.0', admin: { token: 'a-secret', hosts: ['mock.test'] } })
   */
  readonly admin?: boolean | AdminOptions | undefined
  /**
   * `required` refuses requests to the API without a sandbox.
   *
   * With `optional`, they go to the sandbox `default`.
   *
   * @default 'optional'
   */
  readonly sandboxes?: 'optional' | 'required' | undefined
  /**
   * Certificate and key for https.
   *
   * @default http
   * @throws InvalidOptionError If they are not PEM, do not belong together, or the key is encrypted.
   * @example
   * startServer({ tls: { cert: readFileSync('localhost.pem'), key: readFileSync('localhost-key.pem') } })
   */
  readonly tls?: TlsOptions | undefined
}

/** Options of the server. The options of a mock are also allowed, unless `mock` is given. */
export interface ServerOptions extends MockOptions, OwnServerOptions<MockCore> {}

/** Options of the admin API. */
export interface AdminOptions {
  /**
   * The token that every request to the admin API must have.
   *
   * In the header `Authorization: Bearer TOKEN`.
   *
   * @default no token
   */
  readonly token?: string | undefined
  /**
   * Allowed values of the `Host` header, in addition to `localhost`, `127.0.0.1` and `[::1]`.
   *
   * @default []
   */
  readonly hosts?: readonly string[] | undefined
}

const adminSchema = optionsSchema<AdminOptions>({
  token: z.optional(token),
  hosts: z.optional(
    z.array(
      text.check(
        z.refine(
          (host) => isValidHost(host) && !host.includes('*'),
          'must be a host without *, such as mock.test',
        ),
      ),
      'must be a list of hosts, such as mock.test',
    ),
  ),
})

const pem = z.custom(
  (value) => (typeof value === 'string' || value instanceof Uint8Array) && value.length > 0,
  'must be the content of a PEM file, as a string or a Buffer',
)

/** The values of the option `sandboxes`. */
export const sandboxModes = ['optional', 'required'] as const

/** The schema of the options. */
export const serverOptionSchema = compiled((api) =>
  optionsSchema<ServerOptions>({
    ...mockOptionSchemas(api),
    mock: optional(isMock, 'the result of createMock() from the same copy of conmock'),
    // Node would treat an empty host as all addresses of this machine.
    host: optional(
      (host) => typeof host === 'string' && host.trim() !== '',
      'an address or a name; the default is 127.0.0.1',
    ),
    port: z.optional(wholeNumber(0, 65_535)),
    cors: optional(
      (cors) => typeof cors === 'string' || Array.isArray(cors),
      '*, an origin or a list of origins',
    ),
    admin: z.optional(
      z.union([flag, adminSchema], 'must be true, false, or an object with "token" and "hosts"'),
    ),
    sandboxes: z.optional(oneOf(sandboxModes)),
    tls: z.optional(optionsSchema<TlsOptions>({ cert: pem, key: pem })),
  }),
)

/** Returns the options that are for the mock, without those of the server. */
export function mockOptionsIn(api: CompiledApi, options: ServerOptions): MockOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(mockOptionSchemas(api), name)),
  )
}

/**
 * Checks options without starting anything.
 *
 * @throws InvalidOptionError and DataError Like `startServer`.
 */
export async function checkServerOptions(api: CompiledApi, options: ServerOptions): Promise<void> {
  checkOptions(serverOptionSchema(api), options)
  createCors(options.cors ?? '*')
  if (options.tls) (await import('./tls.js')).checkTls(options.tls)
  // This is fast, because records are only generated when they are read.
  createMockCore(api, mockOptionsIn(api, options))
}
