import leven from 'leven'

/** Replaces control characters, which could change a terminal, and line separators. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a name in camel case as words: `Get user`. */
export function inWords(name: string): string {
  return capitalized(name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

/** Writes `a` or `an` before a noun. */
export function withArticle(noun: string): string {
  // A "u" in front of one consonant and a vowel sounds like "you": a user.
  return `${/^(?:[aeio]|u(?![^aeiou][aeiou]))/i.test(noun) ? 'an' : 'a'} ${noun}`
}

export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '))
}

/** Writes a number with a noun: `1 page`, `2 pages`. @param shown How the number is written. */
export function pluralize(count: number, noun: string, shown = String(count)): string {
  return `${shown} ${noun}${count === 1 ? '' : 's'}`
}

/** Aligns the columns of a table. The last column may have any width. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows.map((row) =>
    row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column]!) : cell)).join('  '),
  )
}

const MAX_NAMES_SHOWN = 10

export function listNames(names: readonly string[]): string {
  const list = names.slice(0, MAX_NAMES_SHOWN).join(', ')
  const more = names.length - MAX_NAMES_SHOWN
  return more > 0 ? `${list} and ${more} more` : list
}

/** Formats a value that has the wrong type, so a number in quotes is not taken for a number. */
export function previewWithType(input: unknown): string {
  return typeof input === 'string' ? `the string "${preview(input)}"` : preview(input)
}

const MAX_PREVIEW_LENGTH = 200

/** Returns the start of a value, for messages. */
export function preview(input: unknown): string {
  const text = asText(input)
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)}…` : text
}

/** Returns a value as it is written in JSON, but a text without quotes. */
export function asText(input: unknown): string {
  if (typeof input === 'string' || typeof input === 'number') return String(input)
  try {
    return JSON.stringify(input) ?? typeof input
  } catch {
    return typeof input
  }
}

/** Returns the part of the letters in which two words differ, in any case: 0 for the same word, 1 for words without a common letter. */
function difference(a: string, b: string): number {
  return leven(a.toLowerCase(), b.toLowerCase()) / Math.max(a.length, b.length)
}

/** Longer words are not compared, because that takes too long. */
const MAX_WORD_LENGTH = 40
const MAX_TYPED_LENGTH = 200

/** Whether one word is probably a misspelling of the other: at most a third of its letters differ. */
export function isSimilar(a: string, b: string): boolean {
  return Math.max(a.length, b.length) <= MAX_WORD_LENGTH && difference(a, b) <= 1 / 3
}

/** Two swapped letters of a short name are half of it. Unrelated words differ more. */
const MAX_DIFFERENCE = 0.5

/** Returns the candidate that a word was probably meant to be: the most similar one, if it starts with the word or is similar. */
export function nearest<Candidate extends string>(
  word: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  if (word.length > MAX_TYPED_LENGTH) return undefined
  const typed = word.toLowerCase()
  const compared = candidates.map((candidate) => {
    const isStart = typed.length > 1 && candidate.toLowerCase().startsWith(typed)
    return { candidate, by: isStart ? 0 : difference(typed, candidate) }
  })
  const [best] = compared.toSorted((a, b) => a.by - b.by)
  return best && best.by <= MAX_DIFFERENCE ? best.candidate : undefined
}

/** Ends a sentence about an unknown word: with `: did you mean "roles"?`, or with a period if no candidate is similar. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  return endedWith(nearest(word, candidates))
}

/** Like `didYouMean`, with the word that was meant. */
export function endedWith(meant: string | undefined): string {
  return meant === undefined ? '.' : `: did you mean "${meant}"?`
}

/** Returns the end of a sentence: `; did you mean "roles"?`. It is empty if no word was meant. */
export function suggestion(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean "${meant}"?`
}

/** What JavaScript writes instead of a text that an app forgot to set, or to take out of an object. */
const NO_TEXT = /^(?:undefined|null|NaN|\[object \w+\])$/

/** Says what is wrong with a value if a variable of the app is not set. Otherwise returns `undefined`. */
export function describeUnset(value: string): string | undefined {
  if (value === '') return 'is empty: a variable of your app is probably not set'
  if (!NO_TEXT.test(value)) return undefined
  const cause = value.startsWith('[') ? 'is an object, not a string' : 'is not set'
  return `is the string "${preview(value)}": a variable of your app ${cause}`
}

/** Returns a test whether a text in lower case contains all words of a search, in any order and case. */
export function createWordTest(search: string): (text: string) => boolean {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))]
  return (text) => words.every((word) => text.includes(word))
}

/** Escapes a text for a regular expression. Does not escape braces, which mark parameters in the names of states. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
}

export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
