import { assumptions, type AssumptionName, type Settings } from '../contract/assumptions.js'
import { InvalidOptionError } from '../contract/errors.js'
import { fakerFor } from '../dataset/faker.js'

/** Which assumptions are answered differently from request to request: those that the document leaves free. */
export type Vary = 'documented'

/** The assumptions all of whose variants the document allows. */
export const documentedNames = (Object.keys(assumptions) as AssumptionName[]).filter(
  (name) => assumptions[name].status === 'documented',
)

/** @throws InvalidOptionError For what is no way to vary. */
export function checkedVary(vary: unknown): Vary | undefined {
  if (vary === undefined || vary === 'documented') return vary
  throw new InvalidOptionError(
    '"vary" must be "documented": rotate through the variants that the document allows',
  )
}

/** The settings for a request: each varied assumption has one of its variants, by the seed and the request's number. */
export function variedSettings(
  settings: Settings,
  names: readonly AssumptionName[],
  seed: number,
  request: number,
): Settings {
  const faker = fakerFor(seed, 'vary', request)
  // Drawn for all of them, so that one that does not vary shifts no other.
  const picked = documentedNames.map((name) => {
    const { variants } = assumptions[name]
    return [
      name,
      variants.kind === 'choice' ? faker.helpers.arrayElement(variants.options) : settings[name],
    ] as const
  })
  return Object.freeze({
    ...settings,
    ...Object.fromEntries(picked.filter(([name]) => names.includes(name))),
  })
}
