import { Faker, type LocaleDefinition } from '@faker-js/faker'
import { createRandomizer, hash } from '../common/random.js'
import { firstNames, lastNames } from './names.js'

/** The lists that conmock uses. The lists of faker are large, and a new release of faker could change them. */
const locale: LocaleDefinition = {
  person: {
    first_name: { generic: firstNames },
    last_name: { generic: lastNames },
  },
  // Reserved for examples (RFC 2606), so no mail is ever delivered.
  internet: { example_email: ['example.com', 'example.net', 'example.org'] },
}

/** One Faker per kind of record, because a new Faker takes 70 µs, and a new seed almost no time. */
const fakers = new Map<string, Faker>()

/**
 * Returns the Faker for one record, seeded with its kind and index. So a record can be generated alone, and does not depend
 * on other records. The Faker is shared: use it before the next call with the same kind.
 */
export function fakerFor(seed: number, kind: string, index: number): Faker {
  let faker = fakers.get(kind)
  if (!faker) {
    faker = new Faker({ locale, randomizer: createRandomizer() })
    fakers.set(kind, faker)
  }
  faker.seed([seed >>> 0, hash(kind) ^ Math.floor(seed / 2 ** 32), index])
  return faker
}

export function drawSubset<T>(faker: Faker, list: readonly T[], count: { min: number; max: number }): T[] {
  const chosen = new Set(faker.helpers.arrayElements(list, count))
  return list.filter((item) => chosen.has(item))
}
