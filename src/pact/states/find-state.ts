import { escapePattern } from '../../common/text.js'
import { definedStates } from '../../convention/pacts.js'

const definitions = Object.values(definedStates).map(({ definition }) => definition)

export const stateNames: readonly string[] = definitions.map(({ name }) => name)

function pattern(form: string): RegExp {
  const escaped = escapePattern(form)
  const named = new Set<string>()
  const source = escaped.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const again = named.has(name)
    named.add(name)
    return again ? `\\k<${name}>` : `(?<${name}>[^\\s()]+)`
  })
  return new RegExp(`^${source}$`)
}

/** Reads the parameters of a form such as `{count} roles exist` from a text. Returns `undefined` if it does not match. */
export function parametersIn(form: string, text: string): { [name: string]: string } | undefined {
  if (form === text) return {}
  const match = pattern(form).exec(text)
  return match ? { ...match.groups } : undefined
}

/** Finds the state of conmock that a name in a pact matches, and the parameters in the name. */
export function findState(text: string) {
  const exact = definitions.find(({ name, forms }) => name === text || forms.includes(text))
  if (exact) return { definition: exact, parameters: {} as { [name: string]: string } }
  for (const definition of definitions) {
    for (const form of definition.forms) {
      const parameters = parametersIn(form, text)
      if (parameters) return { definition, parameters }
    }
  }
  return undefined
}
