/** One alternative of a range, of the two forms that the packages here have. */
const FORM = /^(\^|>=)(\d+)(?:\.(\d+))?(?:\.(\d+))?$/

function alternatives(range: string): { readonly sign: string; readonly least: readonly number[] }[] {
  return range.split('||').map((part) => {
    const [, sign, ...numbers] = FORM.exec(part.trim()) ?? []
    if (sign === undefined) throw new Error(`"${range}" is not made of ^1.2.3 and >=1.2.3 alone`)
    return { sign, least: numbers.map((number: string | undefined) => Number(number ?? 0)) }
  })
}

/** The lowest version of each alternative of a range. */
export function lowestOf(range: string): string[] {
  return alternatives(range).map(({ least }) => least.join('.'))
}

/** Whether a version, of numbers alone, is in a range such as `^20.19.0 || >=22.12`. */
export function isIn(range: string, version: string): boolean {
  const numbers = version.split('.').map(Number)
  return alternatives(range).some(({ sign, least }) => {
    const difference = numbers.map((number, index) => number - least[index]!).find((each) => each !== 0) ?? 0
    return difference >= 0 && (sign === '>=' || numbers[0] === least[0])
  })
}
