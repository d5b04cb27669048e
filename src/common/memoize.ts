const MAX_TEXTS = 1000
const MAX_LENGTH = 500

/** A URL with something that may be a secret: a query that is more than a cursor, a fragment or credentials. */
const MAY_BE_SECRET = /[#@]|\?(?!nextPage=[^&]*$)/

/**
 * Remembers the results of a function for short texts. Clients repeat their requests, so most results are known. A result
 * that is not new does not have to be garbage-collected. A text that may contain a secret is not remembered.
 */
export function memoize<Result extends {} | null>(
  compute: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>()
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known
    const result = compute(text)
    if (results.size >= MAX_TEXTS) results.clear()
    if (text.length <= MAX_LENGTH && !MAY_BE_SECRET.test(text)) results.set(text, result)
    return result
  }
}

/** Returns a function that calls another one at most once. */
export function memoizeOnce<Result>(create: () => Result): () => Result {
  let found: { readonly result: Result } | undefined
  return () => (found ??= { result: create() }).result
}
