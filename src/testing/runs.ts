/** What a run changes by itself, so that strict tests expect the consequences. */
export interface RunCause {
  /** The value of an assumption: `auth.missing=403`. */
  readonly assumed?: string | undefined
  /** The id of a fault. */
  readonly fault?: string | undefined
}

const watchers = new WeakMap<object, (cause: RunCause) => void>()

/** Calls a function at the end of each run of `forEachFault` and `forEachVariant`, before the mock is reset. */
export function watchRuns(mock: object, onEnd: (cause: RunCause) => void): void {
  watchers.set(mock, onEnd)
}

/** Resets a mock between the runs of a test. */
export async function endRun(
  mock: { readonly reset: () => Promise<void> },
  cause: RunCause = {},
): Promise<void> {
  watchers.get(mock)?.(cause)
  await mock.reset()
}
