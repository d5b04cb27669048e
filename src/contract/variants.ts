export interface Choice<Name extends string> {
  readonly kind: 'choice'
  readonly options: readonly Name[]
}

/** A whole number in a range. */
export interface WholeNumber {
  readonly kind: 'number'
  readonly default: number
  readonly min: number
  readonly max: number
  readonly unit: string
}

export type Variants = Choice<string> | WholeNumber

export function choice<const Names extends readonly [string, ...string[]]>(
  ...options: Names
): Choice<Names[number]> {
  return { kind: 'choice', options }
}

export function wholeNumber(range: Omit<WholeNumber, 'kind'>): WholeNumber {
  return { kind: 'number', ...range }
}

/** Returns the default: the first variant of a choice. */
export function defaultOf(variants: Variants): string | number {
  return variants.kind === 'choice' ? variants.options[0]! : variants.default
}

export function describeVariants(variants: Variants): string {
  if (variants.kind === 'choice') return variants.options.join(', ')
  return `any whole number of ${variants.unit} from ${variants.min} to ${variants.max}`
}

/** Parses a value from code or from the command line. Returns `undefined` if it is not one of the variants. */
export function parseValue(variants: Variants, input: unknown): string | number | undefined {
  if (variants.kind === 'choice') {
    const text = typeof input === 'number' ? String(input) : input
    return variants.options.find((option) => option === text)
  }
  const number = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : input
  const { min, max } = variants
  const fits = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
  return fits ? number : undefined
}
