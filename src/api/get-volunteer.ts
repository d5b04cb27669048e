import type { Settings } from '../contract/assumptions.js'
import type { User, Volunteer } from '../contract/schemas.js'
import type { ApiData } from './ports.js'
import { idOfRecord, noRecord, unknownUser, type Refusal } from './refusal.js'

/** Writes the volunteer records. */
export class VolunteerRecords {
  readonly #data: ApiData
  readonly #settings: Settings
  /** The text of every record that was asked for. A changed record is another object, and so has another text. */
  readonly #texts = new WeakMap<Volunteer, string>()

  constructor(data: ApiData, settings: Settings) {
    this.#data = data
    this.#settings = settings
  }

  /** The body for a user, or the refusal. */
  answer(userId: string): string | Refusal {
    const volunteer = this.#data.volunteerOfUser(userId)
    if (volunteer) return this.#text(volunteer)
    const owner = this.#data.userOfVolunteer(userId)
    if (owner !== undefined && !this.#data.hasUser(userId)) return idOfRecord(userId, owner)
    const known = this.#data.someUserIds()
    return this.#data.hasUser(userId) ? noRecord(userId, known) : unknownUser(userId, known)
  }

  #text(volunteer: Volunteer): string {
    let text = this.#texts.get(volunteer)
    if (text === undefined) {
      text = JSON.stringify({ ...volunteer, user: this.#present(volunteer.user) })
      this.#texts.set(volunteer, text)
    }
    return text
  }

  #present(user: User): User {
    const unset = user.preferredName === undefined && this.#settings['user.preferredNameUnset'] === 'null'
    return unset ? { ...user, preferredName: null } : user
  }
}
