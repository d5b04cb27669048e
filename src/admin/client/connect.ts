import * as z from 'zod/mini'
import {
  checkOptions,
  httpUrl,
  optionsSchema,
  token as tokenSchema,
  withoutCredentials,
} from '../../common/check-options.js'
import { HEALTH_PATH, isHealth } from '../admin-path.js'
import type { SandboxDescription, SandboxOptions } from '../../sandboxes/sandbox.js'
import { createFetch, createRemoteMock } from './create-remote-mock.js'
import { RemoteError } from './problem-error.js'
import type { RemoteMock } from './remote-mock.js'
import { createSend, exchange, parseJson, pathSegment } from './send.js'
import { dataToJson } from './to-json.js'

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * The token of the server's admin API (`--admin-token`).
   *
   * @default no token is sent
   */
  readonly token?: string | undefined
}

/** A running conmock server. */
export interface Remote {
  /** Base URL of the server without a slash at the end. */
  readonly url: string
  /** Version of conmock that the server runs. */
  readonly version: string
  /**
   * Returns a sandbox of the server, with the members of a mock. Does not create it: if it does not exist, its members reject
   * with a RecordNotFoundError. `default` always exists.
   *
   * @example
   * await remote.sandbox('default').roles.count()
   */
  readonly sandbox: (name: string) => RemoteMock
  /**
   * Creates a sandbox with the options of the server. A sandbox that exists with the same options does not change. A sandbox with
   * other options is replaced.
   *
   * @param name 1 to 40 characters: lower-case letters, digits and `-`.
   * @param options The options of `createMock` that are JSON. They override those of the server.
   * @throws InvalidOptionError For an invalid name or option.
   * @throws DataError For invalid data.
   * @throws ConflictError If there are too many sandboxes, or the options of `default` would change.
   * @example
   * const mock = await remote.createSandbox('w3', { scenario: 'personas' })
   */
  readonly createSandbox: (name: string, options?: SandboxOptions) => Promise<RemoteMock>
  /**
   * Removes a sandbox. `default` always exists, so it is reset.
   *
   * @throws RecordNotFoundError If the sandbox does not exist.
   */
  readonly deleteSandbox: (name: string) => Promise<void>
  /** Returns the sandboxes of the server, `default` first. */
  readonly sandboxes: () => Promise<readonly SandboxDescription[]>
}

const optionSchema = optionsSchema<ConnectOptions & { readonly url: string }>({
  url: httpUrl.check(withoutCredentials),
  token: z.optional(tokenSchema),
})

/** @throws RemoteError If the server is not conmock, or has no admin API. */
async function readVersion(base: string): Promise<string> {
  const { status, text } = await exchange(base, HEALTH_PATH)
  const health = parseJson(text)
  if (status === 200 && isHealth(health)) return health.version
  throw new RemoteError(
    `${base} did not answer like conmock (status ${status}). Check the URL, and that the server does not run with --no-admin.`,
    status,
  )
}

/**
 * Connects to a running conmock server.
 *
 * @param url Base URL of the server, for example `http://127.0.0.1:4020`.
 * @throws InvalidOptionError For an invalid URL or option.
 * @throws RemoteError If the server cannot be reached, is not conmock, or its admin API is off or refuses the token.
 * @example
 * const remote = await connect('http://127.0.0.1:4020')
 * const mock = await remote.createSandbox('w3')
 * await mock.volunteers.create({ user: { id: '42' } })
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Remote> {
  checkOptions(optionSchema, { ...options, url })
  const base = new URL(url).href.replace(/\/+$/, '')
  const version = await readVersion(base)
  const send = createSend(base, options.token)
  const sandboxes = async () =>
    (await send<{ readonly sandboxes: SandboxDescription[] }>('GET', '/sandboxes')).sandboxes
  // Fails now if the admin API refuses this client.
  await sandboxes()
  const sandbox = (name: string) => createRemoteMock(name, send, createFetch(base, name))
  return Object.freeze({
    url: base,
    version,
    sandbox,
    async createSandbox(name: string, { data, ...more }: SandboxOptions = {}) {
      const body = { ...more, ...(data === undefined ? {} : { data: dataToJson(data, 'data') }) }
      await send('PUT', `/sandboxes/${pathSegment(name)}`, { body })
      return sandbox(name)
    },
    deleteSandbox: async (name: string) => send<void>('DELETE', `/sandboxes/${pathSegment(name)}`),
    sandboxes,
  })
}
