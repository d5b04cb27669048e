/** A limit on the rate of requests: at most `requests` in any `perSeconds` seconds. */
export interface RateLimit {
  /** Maximum number of requests, from 1 to 1,000,000. */
  readonly requests: number
  /** Length of the time window in seconds, from 1 to 1,000,000. */
  readonly perSeconds: number
}

export interface Choice<Name extends string> {
  readonly kind: 'choice'
  readonly options: readonly Name[]
}

/** A whole number in a range, or one special word. */
export interface WholeNumber<Word extends string | undefined> {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  readonly unit: string
  /** The special word, for example `forever`. */
  readonly word: Word
}

export type Variants =
  | Choice<string>
  | WholeNumber<string | undefined>
  /** A rate limit, or `none`. */
  | { readonly kind: 'rate' }

export function choice<const Names extends readonly [string, ...string[]]>(
  ...options: Names
): Choice<Names[number]> {
  return { kind: 'choice', options }
}

/** @param word A special word that is allowed too. */
export function wholeNumber<const Word extends string | undefined = undefined>(
  range: Pick<WholeNumber<Word>, 'min' | 'max' | 'unit'>,
  word?: Word,
): WholeNumber<Word> {
  return { kind: 'number', word: word as Word, ...range }
}

export function describeVariants(variants: Variants): string {
  if (variants.kind === 'choice') return variants.options.join(', ')
  if (variants.kind === 'rate') return 'none, REQUESTS/SECONDS (for example 10/60)'
  const range = `any whole number of ${variants.unit} from ${variants.min} to ${variants.max}`
  return variants.word ? `${variants.word}, ${range}` : range
}

/** As on the command line. */
export function formatValue(value: string | number | RateLimit): string {
  return typeof value === 'object' ? `${value.requests}/${value.perSeconds}` : String(value)
}

function parseNumber(input: unknown, { min, max }: { min: number; max: number }): number | undefined {
  const number = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : input
  const fits = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
  return fits ? number : undefined
}

/** Returns the two numbers of a rate limit, then all other members. */
function rateMembers(input: RateLimit | null): unknown[] {
  const { requests, perSeconds, ...more } = input ?? {}
  return [requests, perSeconds, ...Object.values(more)]
}

/** The limits of both numbers of a rate. */
export const RATE = { min: 1, max: 1_000_000 } as const

function parseRate(input: unknown): RateLimit | 'none' | undefined {
  if (input === 'none') return 'none'
  const [requests, perSeconds, ...more] =
    typeof input === 'string' ? input.split('/') : rateMembers(input as RateLimit | null)
  const parsed = { requests: parseNumber(requests, RATE), perSeconds: parseNumber(perSeconds, RATE) }
  if (more.length > 0 || parsed.requests === undefined || parsed.perSeconds === undefined) return undefined
  return { requests: parsed.requests, perSeconds: parsed.perSeconds }
}

/** Parses a value from code or from the command line. Returns `undefined` if it is not one of the variants. */
export function parseValue(variants: Variants, input: unknown): string | number | RateLimit | undefined {
  switch (variants.kind) {
    case 'choice':
      return variants.options.find((option) => option === (typeof input === 'number' ? String(input) : input))
    case 'number':
      return variants.word !== undefined && input === variants.word
        ? variants.word
        : parseNumber(input, variants)
    case 'rate':
      return parseRate(input)
  }
}
