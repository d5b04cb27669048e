import * as z from 'zod/mini'
import { checkOptions, optionsSchema, text } from '../common/check-options.js'
import { isPlainObject } from '../common/plain-object.js'
import { serviceScopes, type ServiceScope } from '../convention/scopes.js'
import { scopeList, type Credentials } from './credentials.js'

/** A client of the token endpoint. */
export interface ClientOptions {
  /** The client secret, not empty. */
  readonly secret: string
  /**
   * The scopes that the client may get.
   *
   * Known scopes: `volunteer:read`, `user:read`, `user:roles:update`, `registration:read`, `vendor:read`, `order:view`, and those of
   * the option `scopes`.
   *
   * @default all that the token endpoint grants
   */
  readonly scopes?: readonly ServiceScope[] | undefined
}

/** Clients of the token endpoint, by client id. */
export type ClientsById = { readonly [id: string]: ClientOptions }

/** Returns a schema of options with clients that may get these scopes. */
function clientsSchema(scopes: readonly ServiceScope[]) {
  const client = optionsSchema<ClientOptions>(
    { secret: text, scopes: z.optional(scopeList(scopes)) },
    'must be an object with the options secret and scopes',
  )
  const clients = z.pipe(
    z.custom(
      isPlainObject,
      "must be a plain object with the secret of each client: { mine: { secret: '…' } }",
    ),
    z.record(z.string().check(z.minLength(1, 'must have non-empty ids')), client),
  )
  return optionsSchema<{ readonly clients: ClientsById }>({ clients })
}

const builtIn: ClientsById = { conmock: { secret: 'conmock-secret' } }

const DEFAULT_TOKEN_LIFETIME = 3600
export const MAX_TOKEN_LIFETIME = 31_536_000

/** @throws InvalidOptionError For an invalid client, or an unknown scope. */
export function createClients(
  own: ClientsById | undefined,
  furtherScopes: readonly ServiceScope[],
  credentials: Credentials,
  tokenLifetime = DEFAULT_TOKEN_LIFETIME,
) {
  const grantable = [...new Set([...serviceScopes, ...furtherScopes])]
  if (own !== undefined) checkOptions(clientsSchema(grantable), { clients: own })
  const byId = new Map(Object.entries(structuredClone({ ...builtIn, ...own })))
  return {
    tokenLifetime,
    furtherScopes,
    /** `undefined` if the client is unknown or the secret is wrong. */
    scopesOf(id: string, secret: string): readonly ServiceScope[] | undefined {
      const client = byId.get(id)
      return client?.secret === secret ? (client.scopes ?? grantable) : undefined
    },
    issue: (client: string, scopes: readonly ServiceScope[]) =>
      credentials.issueTo(client, scopes, tokenLifetime),
  }
}

export type TokenClients = ReturnType<typeof createClients>
