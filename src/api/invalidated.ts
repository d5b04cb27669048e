/** Tokens that a mock no longer accepts: those with a serial in this range, unless they were issued after `until`. */
export interface Invalidated {
  readonly after: number
  readonly upTo: number
  /** In milliseconds since 1970. A later token is from another process, which counts on its own. */
  readonly until: number
}

/** Adds a range to those before it. Joins ranges without a gap, so that a server with many restores has only a few. */
export function addInvalidated(before: readonly Invalidated[], range: Invalidated): readonly Invalidated[] {
  const last = before.at(-1)
  if (last?.upTo !== range.after) return [...before, range]
  return [...before.slice(0, -1), { ...range, after: last.after }]
}

/** @param issuedAt In milliseconds since 1970. `undefined` if the token does not contain it. */
export function isInvalidated(
  ranges: readonly Invalidated[],
  serial: number,
  issuedAt: number | undefined,
): boolean {
  return ranges.some(
    ({ after, upTo, until }) => serial > after && serial <= upTo && (issuedAt ?? -Infinity) <= until,
  )
}
