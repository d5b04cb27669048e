import leven from 'leven'

/** Returns the candidate that is most similar to a word, for "did you mean". */
export function nearest<Candidate extends string>(word: string, candidates: readonly Candidate[]): Candidate {
  const byDistance = candidates.map((candidate) => ({
    candidate,
    distance: leven(word.toLowerCase(), candidate.toLowerCase()),
  }))
  return byDistance.reduce((best, next) => (next.distance < best.distance ? next : best)).candidate
}
