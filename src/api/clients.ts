import { InvalidOptionError } from '../common/errors.js'
import { checkOptionNames } from '../common/check-options.js'
import { isPlainObject } from '../common/plain-object.js'
import { serviceScopes, type ServiceScope } from '../contract/scopes.js'
import { checkScopes, type Credentials } from './credentials.js'

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

const builtIn: ClientsById = { conmock: { secret: 'conmock-secret' } }

interface Client {
  readonly secret: string
  readonly scopes: readonly ServiceScope[]
}

const DEFAULT_TOKEN_LIFETIME = 3600
export const MAX_TOKEN_LIFETIME = 31_536_000

export class Clients {
  readonly #byId: ReadonlyMap<string, Client>
  readonly #credentials: Credentials
  readonly tokenLifetime: number

  /** @throws InvalidOptionError For a client without an id or a secret, or an unknown scope. */
  constructor(own: ClientsById, credentials: Credentials, tokenLifetime = DEFAULT_TOKEN_LIFETIME) {
    this.tokenLifetime = tokenLifetime
    const all = Object.entries({ ...builtIn, ...own }).map(([id, client]) => {
      if (!isPlainObject(client)) {
        throw new InvalidOptionError(
          `"clients": the client "${id}" must be an object with the options secret and scopes`,
        )
      }
      checkOptionNames(client, ['secret', 'scopes'])
      const { secret, scopes = serviceScopes } = client as Partial<ClientOptions>
      if (id === '' || typeof secret !== 'string' || secret === '') {
        throw new InvalidOptionError('"clients": the id and the secret of a client must not be empty')
      }
      return [id, { secret, scopes: checkScopes(scopes, serviceScopes) }] as const
    })
    this.#byId = new Map(all)
    this.#credentials = credentials
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** `undefined` if the client is unknown or the secret is wrong. */
  scopesOf(id: string, secret: string): readonly ServiceScope[] | undefined {
    const client = this.#byId.get(id)
    return client?.secret === secret ? client.scopes : undefined
  }

  issue(client: string, scopes: readonly ServiceScope[]): string {
    return this.#credentials.issueTo(client, scopes, this.tokenLifetime)
  }
}
