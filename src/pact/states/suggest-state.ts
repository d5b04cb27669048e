import leven from 'leven'

/** Words that the comparison ignores. */
const fillerWords = new Set(
  'a an and are as at be been by did do does for from has have in is it its of on one that the there this to was were which with'.split(
    ' ',
  ),
)

const negativeWords = new Set(
  'absent cannot deleted doesn empty gone isn lack lacking lacks missing neither never no nobody none nonexistent nor not nothing t unknown without'.split(
    ' ',
  ),
)

interface Meaning {
  readonly words: ReadonlySet<string>
  readonly negated: boolean
}

/** Reads the meaningful words of a name, and whether it is negated. Ignores numbers and parameters. */
function parseMeaning(name: string): Meaning {
  const all =
    name
      .toLowerCase()
      .replaceAll(/\{\w*\}/g, '')
      .match(/[a-z]+/g) ?? []
  const words = all.filter((word) => !fillerWords.has(word) && !negativeWords.has(word))
  return {
    words: new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))),
    negated: all.some((word) => negativeWords.has(word)),
  }
}

/** Whether two words are equal except for typing errors. `valid` and `invalid` are different words. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const opposite = /^(?:un|in|im|dis|non)/
  if (a.replace(opposite, '') === b || b.replace(opposite, '') === a) return false
  return Math.min(a.length, b.length) > 4 && leven(a, b) <= 2
}

/**
 * Returns the names that are similar to `name`, the most similar first. A name and its negation are never similar, even
 * if they differ in one letter only.
 */
export function findSimilarStates(name: string, names: readonly string[]): string[] {
  const meanings = names.map((each) => ({ name: each, ...parseMeaning(each) }))
  // Words that occur in many names count less.
  const weightOf = (word: string) =>
    1 / Math.max(1, meanings.filter(({ words }) => [...words].some((each) => isSame(word, each))).length)
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
  const wanted = parseMeaning(name)
  const all = [...wanted.words]
  const scored = meanings
    .filter(({ negated }) => negated === wanted.negated)
    .map(({ name: candidate, words }) => {
      const shared = weigh(all.filter((word) => [...words].some((each) => isSame(word, each))))
      return { candidate, score: shared / (weigh(all) + weigh([...words]) - shared || 1) }
    })
    .filter(({ score }) => score >= 0.3)
  return scored.toSorted((a, b) => b.score - a.score).map(({ candidate }) => candidate)
}
