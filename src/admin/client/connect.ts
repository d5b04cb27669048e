import * as z from 'zod/mini'
import {
  checkOptions,
  httpUrl,
  optionsSchema,
  token as tokenSchema,
  withoutCredentials,
} from '../../common/check-options.js'
import { InvalidOptionError } from '../../common/errors.js'
import type { CompiledApi } from '../../contract/compile.js'
import { extensionSchema } from '../../mock/options.js'
import { isRequest } from '../../mock/api-request.js'
import { SANDBOX_HEADER, type SandboxDescription, type SandboxOptions } from '../../sandboxes/sandbox.js'
import { createCall, notConmock, readDescription } from './create-call.js'
import { createRemoteMock } from './create-remote-mock.js'
import type { RemoteMock } from './remote-mock.js'

/** Options of `connect`. */
export interface ConnectOptions {
  /**
   * Token of the admin API (`--admin-token`).
   *
   * @default no token
   */
  readonly token?: string | undefined
}

/** A running conmock server. @typeParam Mock A sandbox. @typeParam Options Those of a sandbox. */
export interface RemoteOf<Mock, Options> {
  /** Base URL of the server without a slash at the end. */
  readonly url: string
  /**
   * Returns a sandbox of the server, with the members of a mock. Does not create it: if it does not exist, its members reject
   * with a RecordNotFoundError. `default` always exists.
   *
   * @example
   * await remote.sandbox('default').roles.count()
   */
  readonly sandbox: (name: string) => Mock
  /**
   * Creates a sandbox with the options of the server. A sandbox that exists with the same options does not change. A sandbox
   * with other options is replaced.
   *
   * @param name 1 to 40 characters: lower-case letters, digits and `-`.
   * @param options The options of `createMock` that are JSON. They override those of the server.
   * @throws InvalidOptionError For an invalid name or option.
   * @throws DataError For invalid data.
   * @throws ConflictError If there are too many sandboxes, or the options of `default` would change.
   * @example
   * const mock = await remote.createSandbox('w3', { data: 'edge-cases' })
   */
  readonly createSandbox: (name: string, options?: Options) => Promise<Mock>
  /**
   * Removes a sandbox. `default` always exists, so it is reset.
   *
   * @throws RecordNotFoundError If the sandbox does not exist.
   */
  readonly deleteSandbox: (name: string) => Promise<void>
  /** Returns the sandboxes of the server, `default` first. */
  readonly sandboxes: () => Promise<readonly SandboxDescription[]>
}

export interface Remote extends RemoteOf<RemoteMock, SandboxOptions> {}

const optionSchema = optionsSchema<ConnectOptions & { readonly url: string; readonly extend: unknown }>({
  extend: extensionSchema,
  url: httpUrl.check(withoutCredentials),
  token: z.optional(tokenSchema),
})

/**
 * Returns a function that sends requests to the API of a sandbox.
 *
 * @param base URL of the server, without a slash at the end.
 */
function createFetch(base: string, sandbox: string): RemoteMock['fetch'] {
  const root = new URL(base).pathname.replace(/\/$/, '')
  return async (input, init) => {
    const request = new Request(isRequest(input) ? input : new URL(input, `${base}/`), init)
    const { pathname, search } = new URL(request.url)
    const path = pathname.startsWith(`${root}/`) ? pathname.slice(root.length) : pathname
    const { method, signal } = request
    const headers = new Headers(request.headers)
    headers.set(SANDBOX_HEADER, sandbox)
    // As a whole, because browsers only send streams with HTTP/2.
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer()
    return fetch(base + path + search, { method, signal, headers, body })
  }
}

/** What a server says about its API, as far as `connect` reads it. */
interface Described {
  readonly operations: readonly { readonly id: string }[]
  readonly kinds: object
  readonly assumptionNames: readonly string[]
}

/** @throws InvalidOptionError If the server has other operations, collections or assumptions. */
function compareWith(
  { operations, kinds, assumptionNames }: Described,
  api: CompiledApi,
  base: string,
): void {
  const names: [noun: string, here: readonly string[], there: readonly string[]][] = [
    ['operation', api.operations.map(({ id }) => id), operations.map(({ id }) => id)],
    ['collection', api.kindNames, Object.keys(kinds)],
    ['assumption', api.assumptionNames, assumptionNames],
  ]
  const differences = names.flatMap(([noun, here, there]) => {
    const missing = here.filter((name) => !there.includes(name))
    const more = there.filter((name) => !here.includes(name))
    return [
      ...(missing.length > 0 ? [`the server has no ${noun} ${missing.join(', ')}`] : []),
      ...(more.length > 0 ? [`only the server has the ${noun} ${more.join(', ')}`] : []),
    ]
  })
  if (differences.length === 0) return
  throw new InvalidOptionError(
    `differs from what ${base} has: ${differences.join('; ')}. Use the same extension in both: on the server, --extend FILE`,
    'extend',
  )
}

/**
 * Connects to a running conmock server. The public function describes its errors.
 *
 * @param expected With the option `extend`, the API with what it adds. The server must have the same.
 */
export async function connect(url: string, options: ConnectOptions, expected?: CompiledApi): Promise<Remote> {
  checkOptions(optionSchema, { ...options, url })
  const base = new URL(url).href.replace(/\/+$/, '')
  const call = createCall(base, options.token)
  const sandboxes = async () => (await call('sandboxes.all', [])) as readonly SandboxDescription[]
  // Fails now if the server is not conmock, or its admin API is off or refuses this client.
  if (!Array.isArray(await sandboxes())) throw notConmock(base, 200)
  if (expected) compareWith((await readDescription(base, options.token)) as Described, expected, base)
  function sandbox(name: string): RemoteMock {
    const path = encodeURIComponent(name)
    return createRemoteMock((member, args) => call(`${path}/${member}`, args), createFetch(base, name))
  }
  return Object.freeze({
    url: base,
    sandbox,
    async createSandbox(name: string, sandboxOptions: SandboxOptions = {}) {
      await call('sandboxes.create', [name, sandboxOptions])
      return sandbox(name)
    },
    async deleteSandbox(name: string) {
      await call('sandboxes.delete', [name])
    },
    sandboxes,
  })
}
