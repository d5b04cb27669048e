import { excerpt } from '../../api/refusal.js'
import { refusalOf, type Refusal } from '../../contract/operation.js'
import { getVolunteer } from './operation.js'

function exampleUsers(ids: readonly string[]): string {
  return ids.length === 0
    ? 'This mock has no user with a volunteer record.'
    : `Users with a volunteer record are, for example: ${ids.join(', ')}.`
}

export function unknownUser(id: string, known: readonly string[]): Refusal {
  return refusalOf(getVolunteer, 'unknown_user', {
    detail: `There is no user with the id "${excerpt(id)}".`,
    hint: exampleUsers(known),
    assumption: 'volunteer.unknownUser',
  })
}

/** For a request with the id of a volunteer record instead of the id of its user. */
export function idOfRecord(id: string, owner: string): Refusal {
  return {
    ...unknownUser(id, []),
    hint: `"${excerpt(id)}" is the id of a volunteer record. Use the id of its user: ${excerpt(owner)}.`,
  }
}

export function noRecord(id: string, known: readonly string[]): Refusal {
  return refusalOf(getVolunteer, 'no_volunteer_record', {
    detail: `The user "${excerpt(id)}" exists, but has no volunteer record.`,
    hint: exampleUsers(known),
    assumption: 'volunteer.noRecord',
  })
}
