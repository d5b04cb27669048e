import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import type { User, Volunteer } from '../../contract/resources.js'
import { isoDateSchema } from '../../contract/resources/fields.js'
import { userSchema } from '../../contract/resources/user.js'
import { volunteerSchema } from '../../contract/resources/volunteer.js'
import { applyOverrides, build, builtId, factoryFaker, stringsIn, type FactoryOptions } from '../build.js'
import { fakerFor } from '../faker.js'
import { edgeCases } from '../edge-cases.js'
import { generatedSource } from '../source.js'
import type { DeepPartial } from '../where.js'
import { generateUser } from './generate-user.js'
import { generateVolunteer } from './generate-volunteer.js'
import { checkSameId, merge, refuse, type Change, type Kind } from './kind.js'
import { keyInRecord, userIndexOf, userKind, volunteerIndexOf, type People } from './user.js'
import { completeLists } from './volunteer-parts.js'

/** Far from the ids of users, so that confusing the two causes a 404. */
const FIRST_GENERATED_ID = 50_001_001

/** If only one date is given, uses it for both, because an update cannot be before the creation. */
function completeDates(partial: PlainObject): Partial<Volunteer> {
  const { createdAt, updatedAt } = stringsIn(partial)
  const date = [createdAt, updatedAt].find((each) => isoDateSchema.safeParse(each).success)
  return date === undefined ? {} : { createdAt: date, updatedAt: date }
}

/** Merges changes into an existing user. Sets an absent `preferredName` to `undefined`, so that none is generated. */
function mergeUser(user: User, changes: DeepPartial<User> | undefined): PlainObject {
  return { preferredName: undefined, ...(merge(userSchema, user, changes ?? {}) as User) }
}

function dateNow({ now }: Change<People>): string | undefined {
  return now && new Date(now()).toISOString()
}

function datesNow(change: Change<People>, { createdAt, updatedAt }: DeepPartial<Volunteer>): PlainObject {
  const date = dateNow(change)
  if (date === undefined || createdAt !== undefined || updatedAt !== undefined) return {}
  return { createdAt: date, updatedAt: date }
}

function isBefore(date: string, other: string): boolean {
  return Date.parse(date) < Date.parse(other)
}

/** Returns a new `updatedAt` that is not before the creation or the last update, unless the caller sets it. */
function updateDate(
  change: Change<People>,
  { createdAt, updatedAt }: Volunteer,
  changes: PlainObject,
): { updatedAt?: string } {
  const { createdAt: created, updatedAt: updated } = changes
  if (updated !== undefined) return {}
  if (created !== undefined) {
    return typeof created === 'string' && isBefore(updatedAt, created) ? { updatedAt: created } : {}
  }
  const date = dateNow(change)
  if (date === undefined || isBefore(date, createdAt) || isBefore(date, updatedAt)) return {}
  return { updatedAt: date }
}

export const volunteerKind: Kind<Volunteer, People> = {
  noun: 'volunteer',
  resource: 'Volunteer',
  schema: volunteerSchema,
  /** A user has at most one volunteer record. */
  keys: [{ name: 'the volunteer id', path: ['id'] }, keyInRecord],
  firstBuiltId: 90_000_001,
  handMade: Object.values(edgeCases).flatMap(({ volunteer }) => volunteer ?? []),
  example: { user: { firstName: 'Ada', preferredName: { $absent: true } }, departments: [] },
  defaultTotals: { default: 200, 'many-pages': 100_000 },
  generate: ({ seed, counts }, sources) =>
    generatedSource({
      size: counts.volunteers ?? 0,
      firstId: FIRST_GENERATED_ID,
      make(index) {
        const user = sources().users.at(userIndexOf(index))
        return generateVolunteer(fakerFor(seed, 'volunteer', index), String(FIRST_GENERATED_ID + index), user)
      },
      indexOfKey: volunteerIndexOf,
    }),
  complete(partial, options) {
    if (!isPlainObject(partial)) return partial
    const user = userKind.complete(partial['user'] ?? {}, options)
    const { id = builtId(volunteerKind, options) } = stringsIn(partial)
    // The given user may be invalid. Its valid strings are used for the rest of the record.
    const known = { id, ...(isPlainObject(user) ? stringsIn(user) : {}) }
    const owner = generateUser(factoryFaker('user', options), known)
    const drawn = generateVolunteer(factoryFaker('volunteer', options), id, owner)
    return applyOverrides(
      { ...drawn, ...completeDates(partial) },
      {
        ...partial,
        ...completeLists(partial, options, owner),
        user: partial['user'] === null ? null : user,
      },
    )
  },
  hint: ({ id, user }) =>
    `the user "${user.id}" has the record "${id}": select it by { user: { id: '${user.id}' } }`,
  isFree: ({ drafts }, options) => !drafts.users.get(builtId(userKind, options)),
  /** If the user exists, adds the fields of the user that are not given. */
  prepareCreate(change, partial) {
    if (!isPlainObject(partial)) return partial
    const { user } = partial
    const known = typeof user?.id === 'string' ? change.drafts.users.get(user.id) : undefined
    return { ...partial, ...datesNow(change, partial), ...(known ? { user: mergeUser(known, user) } : {}) }
  },
  prepareUpdate: (change, volunteer, changes) => ({
    ...changes,
    ...updateDate(change, volunteer, changes),
    ...completeLists(changes, { seed: change.seed }, volunteer.user),
  }),
  checkConflicts({ id, user }, { before, sameId, sameKey }) {
    if (before) checkSameId('user', before.user.id, user.id)
    if (sameKey) {
      const problem = `the user "${user.id}" already has the record "${sameKey.id}"`
      refuse('volunteer', problem, 'update that record, or choose another user.id')
    }
    if (sameId) refuse('volunteer', `the id "${id}" is taken`, 'leave it out, or choose another')
  },
  /** Removing a volunteer record keeps the user, so there is no `onRemove`. */
  onPut: ({ drafts }, { user }) => drafts.users.put(user),
}

/**
 * Builds a valid volunteer record. Missing fields are generated, also in `user` and in the elements of given lists.
 * `undefined` omits an optional field: `user.preferredName` or the `name` of a department.
 *
 * @throws DataError If a given value is invalid, with the JSON path of every problem.
 * @throws InvalidOptionError For an unknown option, or an invalid seed or index.
 * @example
 * buildVolunteer({ user: { preferredName: null }, departments: [{ states: ['avoid'] }] })
 */
export function buildVolunteer(
  partial: DeepPartial<Volunteer> = {},
  options: FactoryOptions = {},
): Volunteer {
  return build(volunteerKind, partial, options)
}
