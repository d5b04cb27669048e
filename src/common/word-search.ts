/**
 * Returns a test whether a text contains all words of a search, in any order and case.
 *
 * @param search Words between spaces. Without a word, every text matches.
 * @returns The test. Its text must be in lower case.
 */
export function createWordTest(search: string): (text: string) => boolean {
  const words = [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))]
  return (text) => words.every((word) => text.includes(word))
}
