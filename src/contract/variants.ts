/** A limit on the rate of requests: at most `requests` in any `perSeconds` seconds. */
export interface RateLimit {
  readonly requests: number
  readonly perSeconds: number
}

export interface Choice<Name extends string> {
  readonly kind: 'choice'
  readonly options: readonly Name[]
}

export interface WholeNumber<Word extends string | undefined> {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** Unit of the number, for messages. */
  readonly unit: string
  /** A word that is allowed instead of a number. */
  readonly word: Word
}

export interface Rate {
  readonly kind: 'rate'
}

/** The set of values that an assumption may take. */
export type Variants = Choice<string> | WholeNumber<string | undefined> | Rate

/** The value that a setting holds, for its variants. */
export type ValueOf<V> =
  V extends Choice<infer Name>
    ? Name
    : V extends WholeNumber<infer Word>
      ? number | Extract<Word, string>
      : 'none' | RateLimit

/** What a caller may write for it: `403` as well as `'403'`, and `'10/60'` for ten requests in any minute. */
export type InputOf<V> =
  | ValueOf<V>
  | (V extends Choice<infer Name> ? AsNumber<Name> : V extends Rate ? `${number}/${number}` : never)

/** The number that a text is, if it is one. */
type AsNumber<Name extends string> = Name extends `${infer N extends number}` ? N : never

export function choice<const Names extends readonly [string, ...string[]]>(
  ...options: Names
): Choice<Names[number]> {
  return { kind: 'choice', options }
}

interface Range {
  readonly min: number
  readonly max: number
  readonly unit: string
}

export function wholeNumber(range: Range): WholeNumber<undefined> {
  return { kind: 'number', word: undefined, ...range }
}

export function wholeNumberOr<const Word extends string>(word: Word, range: Range): WholeNumber<Word> {
  return { kind: 'number', word, ...range }
}

export function rate(): Rate {
  return { kind: 'rate' }
}

/** The allowed values in words, for messages and tables. */
export function describeVariants(variants: Variants): string {
  if (variants.kind === 'choice') return variants.options.join(', ')
  if (variants.kind === 'rate') return 'none, REQUESTS/SECONDS (for instance 10/60)'
  const range = `any whole number of ${variants.unit} from ${variants.min} to ${variants.max}`
  return variants.word ? `${variants.word}, ${range}` : range
}

/** A value as it is written on the command line. */
export function formatValue(value: string | number | RateLimit): string {
  return typeof value === 'object' ? `${value.requests}/${value.perSeconds}` : String(value)
}

function parseNumber(input: unknown, { min, max }: { min: number; max: number }): number | undefined {
  const number = typeof input === 'string' && /^\d+$/.test(input) ? Number(input) : input
  const fits = typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
  return fits ? number : undefined
}

/** The two numbers of a limit, and what else it holds. */
function membersOfRate(input: RateLimit | null): unknown[] {
  const { requests, perSeconds, ...more } = input ?? {}
  return [requests, perSeconds, ...Object.values(more)]
}

function parseRate(input: unknown): RateLimit | 'none' | undefined {
  if (input === 'none') return 'none'
  const [requests, perSeconds, ...more] =
    typeof input === 'string' ? input.split('/') : membersOfRate(input as RateLimit | null)
  const range = { min: 1, max: 1_000_000 }
  const parsed = { requests: parseNumber(requests, range), perSeconds: parseNumber(perSeconds, range) }
  if (more.length > 0 || parsed.requests === undefined || parsed.perSeconds === undefined) return undefined
  return { requests: parsed.requests, perSeconds: parsed.perSeconds }
}

/** Reads a value from code or from the command line; `undefined` when it is not one of the variants. */
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
