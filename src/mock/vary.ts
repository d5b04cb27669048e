import { assumptions, documentedNames, type AssumptionName, type Settings } from '../contract/assumptions.js'
import { InvalidOptionError } from '../common/errors.js'
import { fakerFor } from '../dataset/faker.js'

/** Which assumptions vary between requests: `documented` are those whose variants the API specification allows. */
export type Vary = 'documented'

/** @throws InvalidOptionError For an unknown value. */
export function checkedVary(vary: unknown): Vary | undefined {
  if (vary === undefined || vary === 'documented') return vary
  throw new InvalidOptionError(
    '"vary" must be "documented": each response uses another variant that the API specification allows',
  )
}

/** Returns the settings for a request. The seed and the number of the request decide the varied assumptions. */
export function variedSettings(
  settings: Settings,
  names: readonly AssumptionName[],
  seed: number,
  request: number,
): Settings {
  const faker = fakerFor(seed, 'vary', request)
  // A value is drawn for every name, so that the value of one name does not depend on which others vary.
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
