import type { Faker } from '@faker-js/faker'
import { userSchema, type User } from './schema.js'
import type { FactoryOptions, Key, Kind } from '../../contract/kind.js'
import { build, builtId, factoryFaker, merge, stringsIn } from '../../dataset/build.js'
import { fakerFor } from '../../dataset/faker.js'
import { idToNumber } from '../../dataset/source.js'
import { edgeCases } from '../edge-cases.js'
import type { DeepPartial } from '../../dataset/where.js'
import { presentUser } from './present.js'

const FIRST_GENERATED_ID = 1001

/** In each group of ten generated users, the last one has no volunteer record. */
const USERS_IN_GROUP = 10
const VOLUNTEERS_IN_GROUP = USERS_IN_GROUP - 1

/** Returns the index of the user of a generated volunteer. Also converts a number of volunteers to a number of users. */
export function getUserIndex(volunteerIndex: number): number {
  return (
    Math.floor(volunteerIndex / VOLUNTEERS_IN_GROUP) * USERS_IN_GROUP + (volunteerIndex % VOLUNTEERS_IN_GROUP)
  )
}

export function getVolunteerIndex(userId: string): number {
  const userIndex = idToNumber(userId) - FIRST_GENERATED_ID
  const place = userIndex % USERS_IN_GROUP
  return userIndex < 0 || place === VOLUNTEERS_IN_GROUP
    ? -1
    : Math.floor(userIndex / USERS_IN_GROUP) * VOLUNTEERS_IN_GROUP + place
}

const KEY_NAME = 'the user id'

/** The user id as a key of a record that contains the user. */
export const keyInRecord: Key = { name: KEY_NAME, path: ['user', 'id'] }

/** North American area codes. Their numbers 555-0100 to 555-0199 are reserved for fiction. */
const AREA_CODES = '206 212 303 312 404 415 503 512 617 702 718 919'.split(' ')

function fictionalPhone(faker: Faker): string {
  return faker.datatype.boolean(0.8)
    ? `+1${faker.helpers.arrayElement(AREA_CODES)}55501${faker.string.numeric(2)}`
    : `+442079460${faker.string.numeric(3)}`
}

/** Replaces the number at the end of a username with the id, so that it is unique. */
function uniqueUsername(faker: Faker, firstName: string, lastName: string, id: string): string {
  const generated = faker.internet.username({ firstName, lastName })
  // The lookbehind makes the search linear: without it, each digit of a long number would start a search of its own.
  return `${generated.toLowerCase().replace(/(?<!\d)\d+$/, '')}${id}`
}

function emailAddress(username: string, domain: string): string {
  const mailbox = username.replaceAll(/[^\w.+-]/g, '')
  return `${mailbox === '' ? 'user' : mailbox}@${domain}`
}

/** Generates a user. Known fields are kept. The username fits the names, and the email fits the username. */
function generateUser(faker: Faker, known: Pick<User, 'id'> & Partial<User>): User {
  const firstName = faker.person.firstName()
  const lastName = faker.person.lastName()
  const phone = fictionalPhone(faker)
  const domain = faker.helpers.arrayElement(faker.definitions.internet.example_email)
  const preferredName = faker.helpers.maybe(() => faker.person.firstName(), { probability: 0.3 })
  const names = { firstName: known.firstName ?? firstName, lastName: known.lastName ?? lastName }
  const username = known.username ?? uniqueUsername(faker, names.firstName, names.lastName, known.id)
  return {
    id: known.id,
    ...names,
    username,
    ...(preferredName === undefined ? {} : { preferredName }),
    phone: known.phone ?? phone,
    email: known.email ?? emailAddress(username, domain),
  }
}

/** Generates a user with the given names, id and addresses. Given values that are not texts are invalid, and have no effect. */
export function generateUserAround(given: unknown, options: FactoryOptions): User {
  const known = { id: builtId(userKind, options), ...stringsIn(given) }
  return generateUser(factoryFaker('user', options), known)
}

export const userKind: Kind<User> = {
  one: 'user',
  many: 'users',
  resource: 'User',
  schema: userSchema,
  keys: [{ name: KEY_NAME, path: ['id'] }],
  firstBuiltId: 20_000_001,
  handMade: Object.values(edgeCases).flatMap(({ user, volunteer }) => (volunteer ? [] : [user])),
  generate: ({ seed, counts }) => ({
    size: getUserIndex(counts['volunteers'] ?? 0),
    firstId: FIRST_GENERATED_ID,
    make: (index, id) => generateUser(fakerFor(seed, 'user', index), { id }),
  }),
  complete: (partial, options) => merge(userSchema, generateUserAround(partial, options), partial),
  present: presentUser,
}

/**
 * Builds a valid user. Missing fields are generated and fit the given ones: the username fits the names, and the email fits
 * the username. `preferredName: undefined` leaves it out.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 * @example
 * buildUser({ firstName: 'Ada' })
 */
export function buildUser(partial?: DeepPartial<User>, options?: FactoryOptions): User {
  return build(userKind, partial, options)
}
