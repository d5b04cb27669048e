/** The values that each of several things may have, by name. */
export type Factors = { readonly [name: string]: readonly unknown[] }

/** One value for each. */
export type Row = { readonly [name: string]: unknown }

function pairKey(a: number, i: number, b: number, j: number): string {
  return a < b ? `${a}:${i} ${b}:${j}` : `${b}:${j} ${a}:${i}`
}

/**
 * Rows in which any two values of any two factors meet at least once, and every value occurs: most faults need no more
 * than two things to come together, and this takes a few rows where all combinations take thousands. The first row has
 * the first value of each. Greedy, and the same for the same factors.
 */
export function pairwise(factors: Factors): Row[] {
  const names = Object.keys(factors)
  const lists = names.map((name) => factors[name]!)
  const open = new Set<string>()
  for (const [a, list] of lists.entries()) {
    for (const i of list.keys()) {
      if (lists.length === 1) open.add(pairKey(a, i, a, i))
      for (let b = a + 1; b < lists.length; b++)
        for (const j of lists[b]!.keys()) open.add(pairKey(a, i, b, j))
    }
  }

  /** How many pairs a value closes, together with those that the row has already. */
  function gain(row: ReadonlyMap<number, number>, factor: number, value: number): number {
    let closed = open.has(pairKey(factor, value, factor, value)) ? 1 : 0
    for (const [other, its] of row) if (open.has(pairKey(factor, value, other, its))) closed++
    return closed
  }

  function close(row: ReadonlyMap<number, number>): void {
    for (const [a, i] of row) for (const [b, j] of row) open.delete(pairKey(a, i, b, j))
  }

  const rows = [new Map(lists.map((_, factor) => [factor, 0]))]
  close(rows[0]!)
  while (open.size > 0) {
    const [pair = ''] = open
    const row = new Map(pair.split(' ').map((place) => place.split(':').map(Number) as [number, number]))
    for (const [factor, list] of lists.entries()) {
      if (row.has(factor)) continue
      const gains = Array.from(list.keys(), (value) => gain(row, factor, value))
      row.set(factor, gains.indexOf(Math.max(...gains)))
    }
    close(row)
    rows.push(row)
  }
  return rows.map((row) =>
    Object.fromEntries(names.map((name, factor) => [name, lists[factor]![row.get(factor)!]])),
  )
}
