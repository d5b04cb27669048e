import { isPlainObject, type PlainObject } from '../../common/plain-object.js'
import type { User, Volunteer } from '../../contract/resources.js'
import { volunteerSchema } from '../../contract/resources/volunteer.js'
import { parseRecord } from '../../contract/parse-record.js'
import { builtId } from '../complete.js'
import type { DeepPartial } from '../where.js'
import { completeLists, completeVolunteer } from './complete-volunteer.js'
import { checkSameId, merge, refuse, type Change, type Kind } from './kind.js'

/** Merges changes into an existing user. The result has no missing fields. */
function mergeUser(user: User, changes: DeepPartial<User> | undefined): DeepPartial<User> {
  return { preferredName: undefined, ...(merge(user, changes ?? {}) as User) }
}

/** Returns the mock's time as a date, if the option `now` is set. */
function dateNow({ now }: Change): string | undefined {
  return now && new Date(now()).toISOString()
}

/** Sets the dates of a new record to the mock's time, if the caller does not set one. */
function setDates<Partial extends DeepPartial<Volunteer>>(change: Change, partial: Partial): Partial {
  const date = dateNow(change)
  if (date === undefined || !isPlainObject(partial)) return partial
  if (partial['createdAt'] !== undefined || partial['updatedAt'] !== undefined) return partial
  return { ...partial, createdAt: date, updatedAt: date }
}

/** Whether a date may be before another. `true` if JavaScript cannot parse one of them. */
function isBefore(date: string, other: string): boolean {
  return !(Date.parse(date) >= Date.parse(other))
}

/** Returns a new `updatedAt` that is not before the creation or the last update, unless the caller sets it. */
function updateDate(
  change: Change,
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

export const volunteerKind: Kind<Volunteer> = {
  noun: 'volunteer',
  schema: volunteerSchema,
  /** A user has at most one volunteer record. */
  keyOf: ({ user }) => user.id,
  keyIn: ({ user }) => user?.id,
  hint: ({ id, user }) => `the user "${user.id}" has the record "${id}": select it by { user: { id } }`,
  /** Also creates the user, or changes the one who exists. */
  create(change, partial) {
    const { users, volunteers } = change.drafts
    const known = typeof partial?.user?.id === 'string' ? users.get(partial.user.id) : undefined
    const options = change.next(
      (each) => !users.get(builtId('user', each)) && !volunteers.get(builtId('volunteer', each)),
    )
    const given = setDates(change, partial)
    const volunteer = parseRecord(
      'Volunteer',
      completeVolunteer(known ? { ...given, user: mergeUser(known, partial.user) } : given, options),
    )
    const taken = volunteers.getByKey(volunteer.user.id)
    if (taken) {
      const problem = `the user "${volunteer.user.id}" already has the record "${taken.id}"`
      refuse('volunteer', problem, 'update that record, or choose another user.id')
    }
    if (volunteers.get(volunteer.id)) {
      refuse('volunteer', `the id "${volunteer.id}" is taken`, 'leave it out, or choose another')
    }
    users.put(volunteer.user)
    volunteers.put(volunteer)
    return volunteer
  },
  /** Also changes the user. */
  update(change, volunteer, changes) {
    const complete = isPlainObject(changes)
      ? {
          ...changes,
          ...updateDate(change, volunteer, changes),
          ...completeLists(changes, { seed: change.seed }, volunteer.user),
        }
      : changes
    const updated = parseRecord('Volunteer', merge(volunteer, complete))
    checkSameId('volunteer', volunteer.id, updated.id)
    checkSameId('user', volunteer.user.id, updated.user.id)
    change.drafts.users.put(updated.user)
    change.drafts.volunteers.put(updated)
    return updated
  },
  /** Keeps the user. */
  remove: ({ drafts }, { id }) => drafts.volunteers.remove(id),
  clear: ({ drafts }) => drafts.volunteers.clear(),
}
