import { deepFreeze } from '../contract/freeze.js'
import personasFile from '../../fixtures/personas.json' with { type: 'json' }
import type { Role, User, Volunteer } from '../contract/schemas.js'

/** A hand-made user who shows one legal shape of the document. */
export interface Persona {
  /** Short name, for lists. */
  readonly name: string
  /** The shape that it shows. */
  readonly shows: string
  /** The volunteer record, or `null` for a user without one. */
  readonly volunteer: Volunteer | null
  /** The user, where there is no record that would hold it. */
  readonly user?: User
}

interface PersonasFile {
  readonly personas: readonly Persona[]
  readonly roles: readonly Role[]
}

/**
 * Not checked here, because the server cannot wait for the schemas (docs/decisions/0005-fast-start.md): the entry
 * `conmock` checks it when it is loaded, and so does a test.
 */
const file = deepFreeze(personasFile as PersonasFile)

/** The hand-made users, as `fixtures/personas.json` has them. */
export const personas: readonly Persona[] = file.personas

export function handMadeVolunteers(): Volunteer[] {
  return personas.flatMap(({ volunteer }) => (volunteer ? [volunteer] : []))
}

export function handMadeUsers(): User[] {
  return personas.flatMap(({ user }) => (user ? [user] : []))
}

export function handMadeRoles(): Role[] {
  return [...file.roles]
}
