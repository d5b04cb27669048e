/** One answered request. */
export interface RequestEntry {
  readonly method: string
  /** Path and query; of the query only the cursor, because a token may have been put there by mistake. */
  readonly path: string
  /** The answer's status; 0 when the connection was closed before its end. */
  readonly status: number
  /** Milliseconds from the request's head to the end of the answer. */
  readonly ms: number
  /** Why it was refused. */
  readonly refusal?: string
  /** The assumptions that the answer rests on, with their values: `roles.pageSize=100`. */
  readonly assumed?: readonly string[]
  /** What else a developer should know of the answer. */
  readonly note?: string
}
