import type { ShownEdgeCase } from '../contract/record-look.js'
import type { User } from './user/schema.js'

interface EdgeCase extends ShownEdgeCase {
  readonly username: string
}

/** From `fixtures/edge-cases.json`, see `dashboard/vite.config.ts`. */
declare const EDGE_CASES: readonly EdgeCase[]

export const edgeCases = EDGE_CASES

const byId = new Map(edgeCases.map((edgeCase) => [edgeCase.id, edgeCase]))

/**
 * Returns the edge case that a user is. Compares the username as well, because not every sandbox has the edge cases, and any user may
 * have the id of one.
 */
export function getEdgeCase({ id, username }: Pick<User, 'id' | 'username'>): EdgeCase | undefined {
  const edgeCase = byId.get(id)
  return edgeCase?.username === username ? edgeCase : undefined
}
