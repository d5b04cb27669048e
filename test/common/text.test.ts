import { describe, expect, it } from 'vitest'
import { didYouMean } from '../../src/common/text.js'
describe('a suggestion', () => {
  const names = ['seed', 'data', 'now', 'assumptions', 'roleCount']
  it.each([
    ['sede', ': did you mean "seed"?'],
    ['roleCounts', ': did you mean "roleCount"?'],
    ['assu', ': did you mean "assumptions"?'],
    // Options of other tools, which have nothing in common with ours.
    ['baseUrl', '.'],
    ['prot', '.'],
    ['x', '.'],
  ])('for %s is %s', (word, text) => {
    expect(didYouMean(word, names)).toBe(text)
  })
})
