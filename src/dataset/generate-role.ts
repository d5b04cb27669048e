import { roleAreas, roleDuties } from './words.js'

const combinations = roleAreas.length * roleDuties.length

/** Shares no factor with the number of combinations, so that the steps visit every one before any comes again. */
const STRIDE = 337

/**
 * The name of generated role `index`: an area and a duty, such as `art-show-lead`, and from the second round through
 * all of them a number. Different for every index, whatever the seed.
 */
export function generateRoleName(seed: number, index: number): string {
  const round = Math.floor(index / combinations)
  const combination =
    ((((index % combinations) * STRIDE) % combinations) + (seed % combinations)) % combinations
  const area = roleAreas[combination % roleAreas.length]!
  const duty = roleDuties[Math.floor(combination / roleAreas.length)]!
  return round === 0 ? `${area}-${duty}` : `${area}-${duty}-${round + 1}`
}
