const DECIMAL = /^(?:0|[1-9]\d*)$/

/** First decimal numbers, which generated records have, by value. Then all other ids by code units. */
export function compareIds(a: string, b: string): number {
  const decimal = DECIMAL.test(a)
  if (decimal !== DECIMAL.test(b)) return decimal ? -1 : 1
  if (decimal && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns an id as a number. `Infinity` if it sorts after all numbers that JavaScript represents exactly. */
export function idToNumber(id: string): number {
  return DECIMAL.test(id) && id.length <= 15 ? Number(id) : Infinity
}

/** Returns the first position that passes a test. All later positions must pass, too. */
export function firstPosition(count: number, test: (position: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export function positionAfter(count: number, idAt: (position: number) => string, id: string): number {
  return firstPosition(count, (position) => compareIds(idAt(position), id) > 0)
}
