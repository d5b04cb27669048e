/** The middle one; of an even number the mean of both. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length === 0) throw new RangeError('there is no median of nothing')
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median of a member over all. */
export function medianOf<Value>(values: readonly Value[], read: (value: Value) => number): number {
  return median(values.map(read))
}
