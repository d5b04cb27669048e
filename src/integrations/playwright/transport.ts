import type { Route } from '@playwright/test'
import type { RemoteMock } from '../../admin/client/remote-mock.js'

/** How the requests of one test get their responses. */
export interface Transport {
  readonly mock: RemoteMock
  /** The sandbox on a server. `undefined` if the process of the test answers. */
  readonly sandbox?: string
  /** The base URL of the requests. Other requests are not intercepted. */
  readonly baseUrl: string
  /** Some URLs that pages requested and that are not below the base URL. Without their queries, which may contain secrets. */
  readonly elsewhere: Set<string>
  /** Some URLs for the mock that something else answered, also without queries. */
  readonly past: Set<string>
  /** Answers a request. @param signal Aborts when the client no longer waits for the answer. */
  respond(route: Route, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
