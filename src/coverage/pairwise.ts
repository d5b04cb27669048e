/** The possible values of each factor, by name. */
export type Factors = { readonly [name: string]: readonly unknown[] }

/** One value for each factor. */
export type Row = { readonly [name: string]: unknown }

function pairKey(a: number, i: number, b: number, j: number): string {
  return a < b ? `${a}:${i} ${b}:${j}` : `${b}:${j} ${a}:${i}`
}

/**
 * Returns rows in which every pair of values of two factors occurs at least once (pairwise testing). Most faults depend on
 * at most two values, and all pairs need only a few rows instead of thousands. The first row has the first value of each
 * factor. The result is always the same for the same factors.
 */
export function pairwise(factors: Factors): Row[] {
  const names = Object.keys(factors)
  const lists = names.map((name) => factors[name]!)
  const missing = new Set<string>()
  for (const [a, list] of lists.entries()) {
    for (const i of list.keys()) {
      if (lists.length === 1) missing.add(pairKey(a, i, a, i))
      for (let b = a + 1; b < lists.length; b++)
        for (const j of lists[b]!.keys()) missing.add(pairKey(a, i, b, j))
    }
  }

  /** Number of missing pairs that a value would add to a row. */
  function gain(row: ReadonlyMap<number, number>, factor: number, value: number): number {
    let added = missing.has(pairKey(factor, value, factor, value)) ? 1 : 0
    for (const [other, otherValue] of row) if (missing.has(pairKey(factor, value, other, otherValue))) added++
    return added
  }

  function markFound(row: ReadonlyMap<number, number>): void {
    for (const [a, i] of row) for (const [b, j] of row) missing.delete(pairKey(a, i, b, j))
  }

  const rows = [new Map(lists.map((_, factor) => [factor, 0]))]
  markFound(rows[0]!)
  while (missing.size > 0) {
    const [pair = ''] = missing
    const row = new Map(pair.split(' ').map((place) => place.split(':').map(Number) as [number, number]))
    for (const [factor, list] of lists.entries()) {
      if (row.has(factor)) continue
      const gains = Array.from(list.keys(), (value) => gain(row, factor, value))
      row.set(factor, gains.indexOf(Math.max(...gains)))
    }
    markFound(row)
    rows.push(row)
  }
  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, lists[factor]![row.get(factor)!]])),
  )
}
