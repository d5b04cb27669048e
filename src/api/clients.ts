import { InvalidOptionError } from '../contract/errors.js'
import { isPlainObject } from '../contract/plain-object.js'
import { serviceScopes, type ServiceScope } from '../contract/scopes.js'
import { shown } from '../contract/settings.js'
import { checkScopes, type Credentials } from './credentials.js'

/** A client that may get tokens. */
export interface ClientOptions {
  readonly secret: string
  /**
   * The scopes that it may have.
   *
   * @default all that the token endpoint grants
   */
  readonly scopes?: readonly ServiceScope[] | undefined
}

/** Clients by their id. */
export type ClientsById = { readonly [id: string]: ClientOptions }

const readyMade: ClientsById = { conmock: { secret: 'conmock-secret' } }

interface Client {
  readonly secret: string
  readonly scopes: readonly ServiceScope[]
}

const DEFAULT_TOKEN_LIFETIME = 3600
const MAX_TOKEN_LIFETIME = 31_536_000

/** The clients of the token endpoint: a ready-made one, and the caller's own. */
export class Clients {
  readonly #byId: ReadonlyMap<string, Client>
  readonly #credentials: Credentials
  /** Seconds until a token of a client expires. */
  readonly tokenLifetime: number

  /** @throws InvalidOptionError For a client without an id or a secret, an unknown scope, or an invalid lifetime. */
  constructor(own: ClientsById, credentials: Credentials, tokenLifetime = DEFAULT_TOKEN_LIFETIME) {
    if (!Number.isInteger(tokenLifetime) || tokenLifetime < 1 || tokenLifetime > MAX_TOKEN_LIFETIME) {
      throw new InvalidOptionError(
        `tokenLifetime must be a whole number from 1 to ${MAX_TOKEN_LIFETIME} seconds, but is ${shown(tokenLifetime)}`,
      )
    }
    this.tokenLifetime = tokenLifetime
    const all = Object.entries({ ...readyMade, ...own }).map(([id, client]) => {
      const { secret, scopes, ...more } = isPlainObject(client) ? (client as Partial<ClientOptions>) : {}
      const [unknown] = Object.keys(more)
      if (unknown !== undefined) {
        throw new InvalidOptionError(
          `"clients": unknown option "${unknown}"; a client has a secret and scopes`,
        )
      }
      if (id === '' || typeof secret !== 'string' || secret === '') {
        throw new InvalidOptionError('"clients": every client needs an id and a secret that are not empty')
      }
      return [
        id,
        { secret, scopes: checkScopes(scopes === undefined ? serviceScopes : scopes, serviceScopes) },
      ] as const
    })
    this.#byId = new Map(all)
    this.#credentials = credentials
  }

  scopesOf(id: string, secret: string): readonly ServiceScope[] | undefined {
    const client = this.#byId.get(id)
    return client?.secret === secret ? client.scopes : undefined
  }

  issue(client: string, scopes: readonly ServiceScope[]): string {
    return this.#credentials.issueTo(client, scopes, this.tokenLifetime)
  }
}
