import { createRequire } from 'node:module'
import path from 'node:path'
import { SetupProblem } from '../common/problem.js'

const NAME = '@pact-foundation/pact'
/** This version runs on Node 20. Later ones may need a newer Node. */
const INSTALL = `npm install --save-dev ${NAME}@16.2.0`

/** Finds the library: next to conmock, or in the folder where the command runs. */
function locate(): { readonly entry: string; readonly version: string } | undefined {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    const require = createRequire(from)
    try {
      const { version } = require(`${NAME}/package.json`) as { version: string }
      return { entry: require.resolve(NAME), version }
    } catch {
      // Try the next place.
    }
  }
  return undefined
}

/** Whether the version fits the peer dependency `^16.2.0 || ^17`. */
function fits(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 17 || (major === 16 && minor >= 2)
}

/**
 * Finds the optional peer `@pact-foundation/pact`.
 *
 * @returns The path of its entry module.
 * @throws SetupProblem If it is missing or has another version. The message has the command that installs it.
 */
export function findVerifier(): string {
  const found = locate()
  if (!found) throw new SetupProblem(`${NAME} is not installed, but verification needs it; run: ${INSTALL}`)
  if (fits(found.version)) return found.entry
  throw new SetupProblem(`${NAME} ${found.version} is not supported, only ^16.2.0 and ^17; run: ${INSTALL}`)
}
