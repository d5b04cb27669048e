import { OptionError } from '../contract/errors.js'
import { isMembers } from '../contract/members.js'
import { scopes as knownScopes, type Scope } from '../contract/operations.js'
import { checkedScopes, type Credentials } from './credentials.js'

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

  /** @throws OptionError For a client without an id or a secret, or an unknown scope. */
  constructor(own: ClientsById, credentials: Credentials) {
    const all = Object.entries({ ...readyMade, ...own }).map(([id, client]) => {
      const { secret, scopes, ...more } = isMembers(client) ? (client as Partial<ClientOptions>) : {}
      const [unknown] = Object.keys(more)
      if (unknown !== undefined) {
        throw new OptionError(`"clients": unknown option "${unknown}"; a client has a secret and scopes`)
      }
      if (id === '' || typeof secret !== 'string' || secret === '') {
        throw new OptionError('"clients": every client needs an id and a secret that are not empty')
      }
      return [id, { secret, scopes: checkedScopes(scopes === undefined ? knownScopes : scopes) }] as const
    })
    this.#byId = new Map(all)
    this.#credentials = credentials
  }

  scopesOf(id: string, secret: string): readonly Scope[] | undefined {
    const client = this.#byId.get(id)
    return client?.secret === secret ? client.scopes : undefined
  }

  issue(granted: readonly Scope[], seconds: number): string {
    return this.#credentials.issue({ scopes: granted, expiresIn: seconds }).token
  }
}
