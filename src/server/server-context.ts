import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { SpaceSelector } from '../spaces/select-space.js'
import type { AdapterView } from '../mock/adapter-view.js'
import type { Cors } from './cors.js'

/** The parts of a server that a reload replaces. */
export interface Reloadable {
  /** The mock of the space `default`. */
  mock: AdapterView
  cors: Cors
}

/** The parts of a server that answer requests. */
export interface ServerContext extends Reloadable {
  readonly spaces: SpaceSelector
  /** Answers requests to the control plane. Returns `false` for all other requests. */
  readonly control: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined
  /** Whether a Host header is allowed. Other requests get 403. */
  readonly allowsHost: (header: string | undefined) => boolean
  /** Keeps a connection without a response until the client or the server is closed. */
  readonly hang: (socket: Socket) => void
}
