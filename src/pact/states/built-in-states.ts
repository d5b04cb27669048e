import { definedStates } from '../../convention/pacts.js'
import type { StateDefinition } from './definition.js'

/** The states of conmock by name. */
export const builtInStates: ReadonlyMap<string, StateDefinition> = new Map(
  Object.values(definedStates).map(({ definition }) => [definition.name, definition]),
)
