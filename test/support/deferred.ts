/** Returns a promise, and the function that fulfills it. */
export function deferred() {
  let resolve!: () => void
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
