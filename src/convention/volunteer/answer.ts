import type { AssumptionName, Settings } from '../../contract/settings.js'
import type { Volunteer } from '../resources.js'
import type { CaseName } from '../operations.js'
import type {
  ApiData,
  HandlerParts,
  OperationHandler,
  OperationRequest,
} from '../../api/operation-handler.js'
import type { RenderedBody } from '../../api/answer.js'
import { presentVolunteer } from '../present.js'
import type { Refusal } from '../../api/refusal.js'
import { listsOfRecord } from './values.js'
import { idOfRecord, noRecord, unknownUser } from './refusals.js'

const NULL = 'null'

function findCases(volunteer: Volunteer): CaseName[] {
  const { departments, options, user } = volunteer
  const { preferredName } = user
  const found = new Set<CaseName>()
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
  readonly #data: ApiData
  readonly #settings: Settings
  /** Cached bodies. A changed record is a new object, so its old body is never used. */
  readonly #rendered = new WeakMap<Volunteer, RenderedBody>()

  constructor({ data, settings }: HandlerParts) {
    this.#data = data
    this.#settings = settings
  }

  answer({ id: userId }: OperationRequest): RenderedBody | Refusal {
    const volunteer = this.#data.stores.volunteers.getByKey(userId)
    if (volunteer) return this.#render(volunteer)
    const refusal = this.#refusalFor(userId)
    const assumption = refusal.assumption as 'volunteer.unknownUser' | 'volunteer.noRecord'
    if (this.#settings[assumption] === '404') return refusal
    return { body: NULL, cases: [], assumed: [assumption], note: refusal.detail }
  }

  #refusalFor(userId: string): Refusal {
    const { users, volunteers } = this.#data.stores
    const known = volunteers.page(undefined, 3).records.map(({ user }) => user.id)
    if (users.get(userId)) return noRecord(userId, known)
    const owner = volunteers.get(userId)?.user.id
    return owner === undefined ? unknownUser(userId, known) : idOfRecord(userId, owner)
  }

  #render(volunteer: Volunteer): RenderedBody {
    let rendered = this.#rendered.get(volunteer)
    if (rendered === undefined) {
      const shown = presentVolunteer(volunteer, this.#settings)
      rendered = { body: JSON.stringify(shown), cases: findCases(shown), assumed: this.#assumedBy(volunteer) }
      this.#rendered.set(volunteer, rendered)
    }
    return rendered
  }

  #assumedBy({ user, departments }: Volunteer): AssumptionName[] {
    return [
      ...(user.preferredName === undefined ? ['user.preferredNameUnset' as const] : []),
      ...(departments.length > 0 ? ['department.name' as const] : []),
      ...(this.#settings['extras.isStaff'] === 'present' ? ['extras.isStaff' as const] : []),
    ]
  }
}
