import { InvalidOptionError } from '../contract/errors.js'
import { isPlainObject } from '../contract/plain-object.js'
import { scopes as knownScopes, type Scope } from '../contract/operations.js'
import { checkScopes, type Credentials } from './credentials.js'

/** A client that may get tokens. */
export interface ClientOptions {
  readonly secret: string
  /** The scopes that it may have. Default: all. */
  readonly scopes?: readonly Scope[] | undefined
}

/** Clients by their id. */
export type ClientsById = { readonly [id: string]: ClientOptions }

const readyMade: ClientsById = { conmock: { secret: 'conmock-secret', scopes: knownScopes } }

interface Client {
  readonly secret: string
  readonly scopes: readonly Scope[]
}

/** The clients of the token endpoint: a ready-made one, and the caller's own. */
export class Clients {
  readonly #byId: ReadonlyMap<string, Client>
  readonly #credentials: Credentials

  /** @throws InvalidOptionError For a client without an id or a secret, or an unknown scope. */
  constructor(own: ClientsById, credentials: Credentials) {
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
      return [id, { secret, scopes: checkScopes(scopes === undefined ? knownScopes : scopes) }] as const
    })
    this.#byId = new Map(all)
    this.#credentials = credentials
  }

  scopesOf(id: string, secret: string): readonly Scope[] | undefined {
    const client = this.#byId.get(id)
    return client?.secret === secret ? client.scopes : undefined
  }

  issue(client: string, scopes: readonly Scope[], expiresIn: number): string {
    return this.#credentials.issue({ scopes, expiresIn }, client).token
  }
}
