import { Faker, type LocaleDefinition } from '@faker-js/faker'
import { firstNamesByRegion, lastNamesByRegion, namesIn } from './names.js'
import { createRandomizer } from './random.js'

/** Only the lists that conmock uses, so that the browser does not load faker's, and no release of faker changes them. */
const locale: LocaleDefinition = {
  person: {
    first_name: { generic: namesIn(firstNamesByRegion) },
    last_name: { generic: namesIn(lastNamesByRegion) },
  },
  // Reserved for examples (RFC 2606): no mail ever reaches anybody.
  internet: { example_email: ['example.com', 'example.net', 'example.org'] },
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value >>> 0
}

/** Making a Faker costs 70 µs and seeding it almost nothing, so there is one for each kind of record. */
const fakers = new Map<string, Faker>()

/**
 * The Faker for one record, seeded from what the record is. So record N can be generated alone, and one more record or
 * field changes no other record. It is shared: draw from it before anybody asks for the next one of the same kind.
 *
 * @param seed The world's seed, a whole number from 0 to 2^53 - 1.
 * @param kind What is generated, for example `user`.
 * @param index Which record, counted from 0.
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

/** A random part of a list, in the list's order. */
export function drawSubset<T>(faker: Faker, list: readonly T[], count: { min: number; max: number }): T[] {
  const drawn = new Set(faker.helpers.arrayElements(list, count))
  return list.filter((item) => drawn.has(item))
}
