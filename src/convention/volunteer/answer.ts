import type {
  ApiRecords,
  HandlerParts,
  OperationHandler,
  OperationRequest,
  Refusal,
  Success,
} from '../../contract/operation.js'
import type { Settings } from '../../contract/assumption.js'
import { presentVolunteer } from './present.js'
import { idOfRecord, noRecord, unknownUser } from './refusals.js'
import type { Volunteer } from './schema.js'
import { listsOfRecord } from './values.js'

const NULL = 'null'

function findCases(volunteer: Volunteer): string[] {
  const { departments, options, user } = volunteer
  const { preferredName } = user
  const found = new Set<string>()
  found.add(
    `preferredName.${preferredName === undefined ? 'absent' : preferredName === null ? 'null' : 'set'}`,
  )
  for (const { name, states } of departments) {
    found.add(name === undefined ? 'department.unnamed' : 'department.named')
    if (states.length === 0) found.add('department.stateless')
    for (const state of states) found.add(`department.state.${state}`)
  }
  for (const { type } of options) found.add(`option.${type}`)
  for (const list of listsOfRecord) if (volunteer[list].length === 0) found.add(`empty.${list}`)
  // Sorted, so that records with the same cases share one `CoverageKey`.
  return [...found].toSorted()
}

export class VolunteerHandler implements OperationHandler {
  readonly #data: HandlerParts['data']
  readonly #settings: Settings
  /** Cached bodies. A changed record is a new object, so its old body is never used. */
  readonly #rendered = new WeakMap<Volunteer, Success>()

  constructor({ data, settings }: HandlerParts) {
    this.#data = data
    this.#settings = settings
  }

  get #volunteers(): ApiRecords<Volunteer> {
    return this.#data.stores['volunteers'] as ApiRecords<Volunteer>
  }

  handle({ params }: OperationRequest): Success | Refusal {
    const userId = params['id']!
    const volunteer = this.#volunteers.getByKey(userId)
    if (volunteer) return this.#render(volunteer)
    const refusal = this.#refusalFor(userId)
    const assumption = refusal.assumption!
    if (this.#settings[assumption] === '404') return refusal
    return { body: NULL, cases: [], assumed: [assumption], note: refusal.detail }
  }

  #refusalFor(userId: string): Refusal {
    const known = this.#volunteers.page(undefined, 3).records.map(({ user }) => user.id)
    if (this.#data.stores['users']!.get(userId)) return noRecord(userId, known)
    const owner = this.#volunteers.get(userId)?.user.id
    return owner === undefined ? unknownUser(userId, known) : idOfRecord(userId, owner)
  }

  #render(volunteer: Volunteer): Success {
    let rendered = this.#rendered.get(volunteer)
    if (rendered === undefined) {
      const shown = presentVolunteer(volunteer, this.#settings)
      rendered = { body: JSON.stringify(shown), cases: findCases(shown), assumed: this.#assumedBy(volunteer) }
      this.#rendered.set(volunteer, rendered)
    }
    return rendered
  }

  #assumedBy({ user, departments }: Volunteer): string[] {
    return [
      ...(user.preferredName === undefined ? ['user.preferredNameUnset'] : []),
      ...(departments.length > 0 ? ['department.name'] : []),
      ...(this.#settings['extras.isStaff'] === 'present' ? ['extras.isStaff'] : []),
    ]
  }
}
