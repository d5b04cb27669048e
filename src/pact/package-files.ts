import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SetupProblem } from '../common/errors.js'

// This module has the same depth in `src` as its bundle in `dist`, so these paths work in both.

/** The program that runs the native verifier. */
export const verifierProgram = fileURLToPath(
  new URL('../pact/verification/verifier-process.mjs', import.meta.url),
)

const NAME = '@pact-foundation/pact'
/** This version runs on Node 20. Later ones may need a newer Node. */
const INSTALL = `npm install --save-dev ${NAME}@16.2.0`

/**
 * Finds the optional peer `@pact-foundation/pact`: next to conmock, or in the folder where the command runs.
 *
 * @returns The path of its entry module.
 * @throws SetupProblem If it is missing. The message has the command that installs it.
 */
export function findVerifier(): string {
  for (const from of [import.meta.url, path.join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve(NAME)
    } catch {
      // Try the next place.
    }
  }
  throw new SetupProblem(`${NAME} is not installed, but verification needs it; run: ${INSTALL}`)
}
