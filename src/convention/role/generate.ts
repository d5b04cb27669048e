import { roleAreas, roleDuties } from '../words.js'

const COMBINATIONS = roleAreas.length * roleDuties.length

/** Step through the names. Coprime to their number, so no name repeats early. */
const STRIDE = 337

/** The inverse of the stride, modulo the number of combinations. */
const STRIDE_INVERSE = Array.from({ length: COMBINATIONS }, (_, factor) => factor).find(
  (factor) => (factor * STRIDE) % COMBINATIONS === 1,
)!

function combinationName(combination: number): string {
  return `${roleAreas[combination % roleAreas.length]}-${roleDuties[Math.floor(combination / roleAreas.length)]}`
}

/**
 * Returns the name of a generated role: an area and a duty, for example `art-show-lead`. When all combinations are used, a
 * number is added. Every index has a different name.
 */
export function generateRoleName(seed: number, index: number): string {
  const round = Math.floor(index / COMBINATIONS)
  const name = combinationName(
    ((((index % COMBINATIONS) * STRIDE) % COMBINATIONS) + (seed % COMBINATIONS)) % COMBINATIONS,
  )
  return round === 0 ? name : `${name}-${round + 1}`
}

let combinationsByName: Map<string, number> | undefined

/** Returns the index of the generated role with this name, or -1: the inverse of `generateRoleName`, without a search. */
export function generatedRoleIndex(seed: number, name: string): number {
  combinationsByName ??= new Map(
    Array.from({ length: COMBINATIONS }, (_, combination) => [combinationName(combination), combination]),
  )
  const [, base = name, number = '1'] = /^(.*)-([2-9]|[1-9]\d{1,9})$/.exec(name) ?? []
  const combination = combinationsByName.get(base)
  if (combination === undefined) return -1
  const step = (combination - (seed % COMBINATIONS) + COMBINATIONS) % COMBINATIONS
  return (Number(number) - 1) * COMBINATIONS + ((step * STRIDE_INVERSE) % COMBINATIONS)
}
