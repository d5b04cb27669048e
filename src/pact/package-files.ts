import { fileURLToPath } from 'node:url'

// This module has the same depth in `src` as its bundle in `dist`, so these paths work in both.

/** The program that runs the native verifier. */
export const verifierProgram = fileURLToPath(
  new URL('../pact/verification/verifier-process.mjs', import.meta.url),
)
