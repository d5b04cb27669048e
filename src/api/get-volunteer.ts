import type { AssumptionName, Settings } from '../contract/assumptions.js'
import type { User, Volunteer } from '../contract/resources.js'
import type { ShapeName } from '../contract/shapes.js'
import type { Written } from './list-roles.js'
import type { ApiData } from './ports.js'
import { idOfRecord, noRecord, unknownUser, type Refusal } from './refusal.js'

/** The body of an answer that says by nothing that there is nothing. */
const NULL = 'null'

/** One user in ten belongs to the staff, and it is always the same one. */
function isStaff({ id }: User): boolean {
  let sum = 0
  for (let place = 0; place < id.length; place++) sum += id.charCodeAt(place)
  return sum % 10 === 0
}

function shapesOf({ contactMethods, departments, options, user }: Volunteer): ShapeName[] {
  const { preferredName } = user
  const found = new Set<ShapeName>()
  found.add(
    `preferredName.${preferredName === undefined ? 'absent' : preferredName === null ? 'null' : 'set'}`,
  )
  for (const { name, states } of departments) {
    found.add(name === undefined ? 'department.unnamed' : 'department.named')
    if (states.length === 0) found.add('department.stateless')
    for (const state of states) found.add(`department.state.${state}`)
  }
  for (const { type } of options) found.add(`option.${type}`)
  if (contactMethods.length === 0) found.add('empty.contactMethods')
  if (departments.length === 0) found.add('empty.departments')
  if (options.length === 0) found.add('empty.options')
  // In one order, so that records which show the same share one exercise.
  return [...found].toSorted()
}

/** Writes the volunteer records. */
export class VolunteerRecords {
  readonly #data: ApiData
  readonly #settings: Settings
  /** The text of every record that was asked for. A changed record is another object, and so has another text. */
  readonly #written = new WeakMap<Volunteer, Written>()

  constructor(data: ApiData, settings: Settings) {
    this.#data = data
    this.#settings = settings
  }

  /** The body for a user, or the refusal. */
  answer(userId: string): Written | Refusal {
    const volunteer = this.#data.volunteerOfUser(userId)
    if (volunteer) return this.#write(volunteer)
    const refusal = this.#refusalFor(userId)
    const assumption = refusal.assumption as 'volunteer.unknownUser' | 'volunteer.noRecord'
    if (this.#settings[assumption] === '404') return refusal
    return { body: NULL, shapes: [], assumed: [assumption], note: refusal.detail }
  }

  #refusalFor(userId: string): Refusal {
    const known = this.#data.someUserIds()
    if (this.#data.hasUser(userId)) return noRecord(userId, known)
    const owner = this.#data.userOfVolunteer(userId)
    return owner === undefined ? unknownUser(userId, known) : idOfRecord(userId, owner)
  }

  #write(volunteer: Volunteer): Written {
    let written = this.#written.get(volunteer)
    if (written === undefined) {
      const shown = this.#present(volunteer)
      written = { body: JSON.stringify(shown), shapes: shapesOf(shown), assumed: this.#assumedBy(volunteer) }
      this.#written.set(volunteer, written)
    }
    return written
  }

  #assumedBy({ user, departments }: Volunteer): AssumptionName[] {
    return [
      ...(user.preferredName === undefined ? ['user.preferredNameUnset' as const] : []),
      ...(departments.length > 0 ? ['department.name' as const] : []),
      ...(this.#settings['extras.isStaff'] === 'present' ? ['extras.isStaff' as const] : []),
    ]
  }

  #present(volunteer: Volunteer): Volunteer {
    const nameless = this.#settings['department.name'] === 'absent'
    const { departments } = volunteer
    return {
      ...volunteer,
      departments: nameless ? departments.map(({ id, states }) => ({ id, states })) : departments,
      user: this.#presentUser(volunteer.user),
    }
  }

  #presentUser(user: User): User {
    const unset = user.preferredName === undefined && this.#settings['user.preferredNameUnset'] === 'null'
    const shown = unset ? { ...user, preferredName: null } : user
    return this.#settings['extras.isStaff'] === 'present'
      ? ({ ...shown, isStaff: isStaff(user) } as User)
      : shown
  }
}
