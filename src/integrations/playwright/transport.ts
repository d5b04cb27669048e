import type { Request as PageRequest, Route } from '@playwright/test'
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
  /** The requests for the mock that it has not got, with their URLs, also without queries. */
  readonly past: Map<PageRequest, string>
  /** Answers a request. @param signal Aborts when the client no longer waits for the answer. */
  respond(route: Route, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}
