import type { StateDefinition } from './definition.js'
import { roleStates } from './role-states.js'
import { tokenStates } from './token-states.js'
import { volunteerStates } from './volunteer-states.js'

/**
 * Every provider state that conmock can bring about, by a name for code. Each is a function of its parameters.
 *
 * @example
 * pact.addInteraction().given(...providerStates.volunteerExists({ userId: '42' }))
 */
export const providerStates = Object.freeze({ ...volunteerStates, ...roleStates, ...tokenStates })

/** What a pact says of a state, and which of our states that is. */
export interface FoundState {
  readonly definition: StateDefinition
  /** The parameters that stand in the text, where the pact has them there. */
  readonly parameters: { readonly [name: string]: string }
}

const definitions = Object.values(providerStates).map(({ definition }) => definition)

/** The names of all states. */
export const stateNames: readonly string[] = definitions.map(({ name }) => name)

function pattern(form: string): RegExp {
  const escaped = form.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
  const named = new Set<string>()
  const source = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const again = named.has(name)
    named.add(name)
    return again ? `\\k<${name}>` : `(?<${name}>[^\\s()]+)`
  })
  return new RegExp(`^${source}$`)
}

/** The parameters that a text holds in the places of a form; nothing when it is not of that form. */
export function parametersIn(form: string, text: string): { [name: string]: string } | undefined {
  if (form === text) return {}
  const match = pattern(form).exec(text)
  return match ? { ...match.groups } : undefined
}

/** Finds the state of a name in a pact. */
export function findState(text: string): FoundState | undefined {
  const exact = definitions.find(({ name, forms }) => name === text || forms.includes(text))
  if (exact) return { definition: exact, parameters: {} }
  for (const definition of definitions) {
    for (const form of definition.forms) {
      const parameters = parametersIn(form, text)
      if (parameters) return { definition, parameters }
    }
  }
  return undefined
}
