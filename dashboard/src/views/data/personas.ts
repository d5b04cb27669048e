import type { User } from '../../../../src/contract/resources.js'

export interface Persona {
  readonly name: string
  readonly shows: string
  readonly id: string
  readonly username: string
}

/** From `fixtures/personas.json`, see `dashboard/vite.config.ts`. */
declare const PERSONAS: readonly Persona[]

export const personas = PERSONAS

const byId = new Map(personas.map((persona) => [persona.id, persona]))

/**
 * Returns the persona that a user is. Compares the username as well, because not every sandbox has the personas, and any user may
 * have the id of one.
 */
export function personaOf({ id, username }: Pick<User, 'id' | 'username'>): Persona | undefined {
  const persona = byId.get(id)
  return persona?.username === username ? persona : undefined
}
