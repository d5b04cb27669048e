const DECIMAL = /^(?:0|[1-9]\d*)$/

/** Whether an id is a decimal number in a string, as the ids of the generated world are. */
function isDecimal(id: string): boolean {
  return DECIMAL.test(id)
}

/**
 * The one order of ids: decimal numbers by their value (of any length), then all other ids by their code units.
 */
export function compareIds(a: string, b: string): number {
  const decimal = isDecimal(a)
  if (decimal !== isDecimal(b)) return decimal ? -1 : 1
  if (decimal && a.length !== b.length) return a.length - b.length
  return a < b ? -1 : a > b ? 1 : 0
}

/** An id's number, where it is a decimal that a number can hold exactly; `Infinity` where it sorts after all those. */
export function idToNumber(id: string): number {
  return isDecimal(id) && id.length <= 15 ? Number(id) : Infinity
}

/** The position of the first id in a sorted list that sorts after `id`. */
export function positionAfter(count: number, idAt: (position: number) => string, id: string): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareIds(idAt(middle), id) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
