/** A request that was answered, for logs. */
export interface RequestEntry {
  /** When the request arrived, in milliseconds since 1970. It is the time of the machine, not of the mock's clock. */
  readonly time: number
  /** Method of the request. `-` if the request is malformed. */
  readonly method: string
  /** Path and query. All query values except the cursor are hidden, because they may contain a token. */
  readonly path: string
  /** Status of the response. 0 if the connection was closed before the end of the response. */
  readonly status: number
  /** Time from the headers of the request to the end of the response, in milliseconds. */
  readonly ms: number
  /** Why the request was refused. */
  readonly refusal?: string
  /** The reason of the refusal, for programs: the `code` of the response. */
  readonly code?: string
  /** How to fix the request, if it was refused. */
  readonly hint?: string
  /** The assumptions that the response depends on, with their values: `roles.pageSize=100`. */
  readonly assumed?: readonly string[]
  /** A note for the developer, for example about ignored query parameters. */
  readonly note?: string
}
