import leven from 'leven'

/** Words that say nothing of what a state is about. */
const idle = new Set(
  'a an and are as at be been by did do does for from has have in is it its of on one that the there this to was were which with'.split(
    ' ',
  ),
)

/** Words that turn a state into its opposite. */
const negative = new Set(
  'absent cannot deleted doesn empty gone isn lack lacking lacks missing neither never no nobody none nonexistent nor not nothing t unknown without'.split(
    ' ',
  ),
)

interface Meaning {
  readonly words: ReadonlySet<string>
  readonly negated: boolean
}

/** What a name speaks of, and whether that is there or not. Numbers and parameters are left out. */
function meaningOf(name: string): Meaning {
  const all =
    name
      .toLowerCase()
      .replaceAll(/\{\w*\}/g, '')
      .match(/[a-z]+/g) ?? []
  const words = all.filter((word) => !idle.has(word) && !negative.has(word))
  return {
    words: new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))),
    negated: all.some((word) => negative.has(word)),
  }
}

/** Whether one word is the other with a typing error. `valid` and `invalid` are two words. */
function isSame(a: string, b: string): boolean {
  if (a === b) return true
  const opposite = /^(?:un|in|im|dis|non)/
  if (a.replace(opposite, '') === b || b.replace(opposite, '') === a) return false
  return Math.min(a.length, b.length) > 4 && leven(a, b) <= 2
}

/**
 * The names that mean what `name` may mean, the best first. A state and its opposite are far from each other, however
 * alike they are written.
 */
export function similarStates(name: string, names: readonly string[]): string[] {
  const meanings = names.map((each) => ({ name: each, ...meaningOf(each) }))
  // A word that is in many names tells little.
  const weightOf = (word: string) =>
    1 / Math.max(1, meanings.filter(({ words }) => [...words].some((each) => isSame(word, each))).length)
  const weigh = (words: readonly string[]) => words.reduce((sum, word) => sum + weightOf(word), 0)
  const asked = meaningOf(name)
  const all = [...asked.words]
  const scored = meanings
    .filter(({ negated }) => negated === asked.negated)
    .map(({ name: candidate, words }) => {
      const shared = weigh(all.filter((word) => [...words].some((each) => isSame(word, each))))
      return { candidate, score: shared / (weigh(all) + weigh([...words]) - shared || 1) }
    })
    .filter(({ score }) => score >= 0.3)
  return scored.toSorted((a, b) => b.score - a.score).map(({ candidate }) => candidate)
}
