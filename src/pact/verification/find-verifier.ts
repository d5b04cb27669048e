import { createRequire } from 'node:module'
import path from 'node:path'
import { SetupProblem } from './problem.js'

const NAME = '@pact-foundation/pact'
const INSTALL = `npm install --save-dev ${NAME}@^16.2.0`

/** The library, where it is a dependency of conmock's user, or else of the folder that the command runs in. */
function locate(): { readonly entry: string; readonly version: string } | undefined {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    const require = createRequire(from)
    try {
      const { version } = require(`${NAME}/package.json`) as { version: string }
      return { entry: require.resolve(NAME), version }
    } catch {
      // Not there; perhaps in the next place.
    }
  }
  return undefined
}

/** `^16.2.0 || ^17`, as the peer dependency says. */
function fits(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 17 || (major === 16 && minor >= 2)
}

/**
 * Finds the optional peer `@pact-foundation/pact`.
 *
 * @returns The path of its entry.
 * @throws SetupProblem When it is missing or too old, with the command that installs it.
 */
export function findVerifier(): string {
  const found = locate()
  if (!found) throw new SetupProblem(`${NAME} is not installed, and verifies the pacts: ${INSTALL}`)
  if (fits(found.version)) return found.entry
  throw new SetupProblem(`${NAME} ${found.version} does not fit, but ^16.2.0 and ^17 do: ${INSTALL}`)
}
