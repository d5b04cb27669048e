/** A promise, and the function that fulfills it. */
export interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

export function deferred(): Deferred {
  let resolve!: () => void
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
