import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import { isoDateSchema } from '../../contract/fields.js'
import type { FactoryOptions, Kind } from '../../contract/kind.js'
import { userSchema, type User } from '../user/schema.js'
import { presentVolunteer } from './present.js'
import { volunteerSchema, type Volunteer } from './schema.js'
import { build, builtId, factoryFaker, merge, stringsIn } from '../../dataset/build.js'
import { fakerFor } from '../../dataset/faker.js'
import { edgeCases } from '../edge-cases.js'
import type { DeepPartial } from '../../dataset/where.js'
import { generateVolunteer } from './generate.js'
import { generateUserAround, keyInRecord, getUserIndex, getVolunteerIndex } from '../user/records.js'
import { completeLists } from './parts.js'

/** Far from the ids of users, so that confusing the two causes a 404. */
const FIRST_GENERATED_ID = 50_001_001

/**
 * If only one date is given, uses it for both, because an update cannot be before the creation.
 *
 * @param now The date if none is given. By default, the dates are generated.
 */
function datesFor(partial: PlainObject, now: string | undefined): Partial<Volunteer> {
  const { createdAt, updatedAt } = stringsIn(partial)
  const date = [createdAt, updatedAt].find((each) => isoDateSchema.safeParse(each).success) ?? now
  return date === undefined ? {} : { createdAt: date, updatedAt: date }
}

/** Merges changes into an existing user. Sets an absent `preferredName` to `undefined`, so that none is generated. */
function mergeUser(user: User, changes: unknown): PlainObject {
  return { preferredName: undefined, ...(merge(userSchema, user, changes) as User) }
}

function isBefore(date: string, other: string): boolean {
  return Date.parse(date) < Date.parse(other)
}

/** Returns a new `updatedAt` that is not before the creation or the last update, unless the caller sets it. */
function updateDate(
  { createdAt, updatedAt }: Volunteer,
  { createdAt: created, updatedAt: updated }: PlainObject,
  now: string | undefined,
): { updatedAt?: string } {
  if (updated !== undefined) return {}
  if (created !== undefined) {
    return typeof created === 'string' && isBefore(updatedAt, created) ? { updatedAt: created } : {}
  }
  if (now === undefined || isBefore(now, createdAt) || isBefore(now, updatedAt)) return {}
  return { updatedAt: now }
}

export const volunteerKind: Kind<Volunteer> = {
  one: 'volunteer',
  many: 'volunteers',
  resource: 'Volunteer',
  schema: volunteerSchema,
  /** A user has at most one volunteer record. */
  keys: [{ name: 'the volunteer id', path: ['id'] }, keyInRecord],
  contains: { kind: 'users', member: 'user' },
  firstBuiltId: 90_000_001,
  handMade: Object.values(edgeCases).flatMap(({ volunteer }) => volunteer ?? []),
  defaultTotals: { default: 200, 'many-pages': 100_000 },
  generate: ({ seed, counts }, generated) => ({
    size: counts['volunteers'] ?? 0,
    firstId: FIRST_GENERATED_ID,
    make(index, id) {
      const user = generated('users', getUserIndex(index)) as User
      return generateVolunteer(fakerFor(seed, 'volunteer', index), id, user)
    },
    indexOfKey: getVolunteerIndex,
  }),
  complete(partial, options, { date, contained } = {}) {
    if (!isPlainObject(partial)) return partial
    const { user: given } = partial
    const user = contained && isPlainObject(given) ? mergeUser(contained as User, given) : given
    const owner = generateUserAround(user, options)
    const { id = builtId(volunteerKind, options) } = stringsIn(partial)
    const generated = generateVolunteer(factoryFaker('volunteer', options), id, owner)
    return merge(
      volunteerSchema,
      { ...generated, ...datesFor(partial, date) },
      { ...partial, ...completeLists(partial, options, owner), user },
    )
  },
  present: presentVolunteer,
  update(volunteer, changes, { seed, date }) {
    if (!isPlainObject(changes)) return changes
    const lists = completeLists(changes, { seed }, volunteer.user)
    return merge(volunteerSchema, volunteer, {
      ...changes,
      ...updateDate(volunteer, changes, date),
      ...lists,
    })
  },
}

/**
 * Builds a valid volunteer record. Missing fields are generated, also in `user` and in the elements of given lists.
 * `undefined` leaves out an optional field: `user.preferredName` or the `name` of a department.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 * @example
 * buildVolunteer({ user: { preferredName: null }, departments: [{ states: ['avoid'] }] })
 */
export function buildVolunteer(partial?: DeepPartial<Volunteer>, options?: FactoryOptions): Volunteer {
  return build(volunteerKind, partial, options)
}
