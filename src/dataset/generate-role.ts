import { roleAreas, roleDuties } from './words.js'

const combinations = roleAreas.length * roleDuties.length

/** Shares no factor with the number of combinations, so that the steps visit every one before any comes again. */
const STRIDE = 337

/** What multiplying by the stride is undone with: the two give 1, counted around by the number of combinations. */
const STRIDE_BACK = Array.from({ length: combinations }, (_, factor) => factor).find(
  (factor) => (factor * STRIDE) % combinations === 1,
)!

function combinationName(combination: number): string {
  return `${roleAreas[combination % roleAreas.length]}-${roleDuties[Math.floor(combination / roleAreas.length)]}`
}

/**
 * The name of generated role `index`: an area and a duty, such as `art-show-lead`, and from the second round through
 * all of them a number. Different for every index, whatever the seed.
 */
export function generateRoleName(seed: number, index: number): string {
  const round = Math.floor(index / combinations)
  const name = combinationName(
    ((((index % combinations) * STRIDE) % combinations) + (seed % combinations)) % combinations,
  )
  return round === 0 ? name : `${name}-${round + 1}`
}

let byName: Map<string, number> | undefined

/** The index of the generated role with a name: what `generateRoleName` undoes; -1 when it makes no such name. */
export function generatedRoleIndex(seed: number, name: string): number {
  byName ??= new Map(Array.from({ length: combinations }, (_, place) => [combinationName(place), place]))
  const [, base = name, number = '1'] = /^(.*)-([2-9]|[1-9]\d{1,9})$/.exec(name) ?? []
  const combination = byName.get(base)
  if (combination === undefined) return -1
  const step = (combination - (seed % combinations) + combinations) % combinations
  return (Number(number) - 1) * combinations + ((step * STRIDE_BACK) % combinations)
}
