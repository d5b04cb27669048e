import * as z from 'zod/mini'
import { optionsSchema, text } from '../common/check-options.js'
import { isPlainObject } from '../common/plain-object.js'
import { serviceScopes, type ServiceScope } from '../contract/scopes.js'
import { scopeList, type Credentials } from './credentials.js'

/** A client of the token endpoint. */
export interface ClientOptions {
  /** The client secret. Must not be empty. */
  readonly secret: string
  /**
   * The scopes that the client may get.
   *
   * @default all scopes that the token endpoint grants
   */
  readonly scopes?: readonly ServiceScope[] | undefined
}

/** Clients of the token endpoint, by client id. */
export type ClientsById = { readonly [id: string]: ClientOptions }

const clientSchema = optionsSchema<ClientOptions>(
  { secret: text, scopes: z.optional(scopeList(serviceScopes)) },
  'must be an object with the options secret and scopes',
)

/** The schema of the clients of the options. */
export const clientsSchema = z.pipe(
  z.custom(isPlainObject, "must be a plain object with the secret of each client: { mine: { secret: '…' } }"),
  z.record(z.string().check(z.minLength(1, 'must have non-empty ids')), clientSchema),
)

const builtIn: ClientsById = { conmock: { secret: 'conmock-secret' } }

const DEFAULT_TOKEN_LIFETIME = 3600
export const MAX_TOKEN_LIFETIME = 31_536_000

export function createClients(
  own: ClientsById,
  credentials: Credentials,
  tokenLifetime = DEFAULT_TOKEN_LIFETIME,
) {
  const byId = new Map(Object.entries(structuredClone({ ...builtIn, ...own })))
  return {
    tokenLifetime,
    /** `undefined` if the client is unknown or the secret is wrong. */
    scopesOf(id: string, secret: string): readonly ServiceScope[] | undefined {
      const client = byId.get(id)
      return client?.secret === secret ? (client.scopes ?? serviceScopes) : undefined
    },
    issue: (client: string, scopes: readonly ServiceScope[]) =>
      credentials.issueTo(client, scopes, tokenLifetime),
  }
}

export type TokenClients = ReturnType<typeof createClients>
