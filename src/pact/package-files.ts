import { fileURLToPath } from 'node:url'

// This module is as deep in `src` as its bundle is in `dist`, so that the paths hold in both.

/** The reference pacts, which come with the package. */
export const referencePacts = fileURLToPath(new URL('../../pacts', import.meta.url))

/** The program that runs the native verifier. */
export const verifierProgram = fileURLToPath(
  new URL('../pact/verification/verifier-process.mjs', import.meta.url),
)
