import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { createFolder } from '../support/temporary-folder.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the tests of each example put what they have seen, for the table. */
    resultsFolder: string
  }
}

/** Makes the folder for the run; removes it after. */
export function setup(project: TestProject): () => void {
  const folder = createFolder()
  project.provide('resultsFolder', folder)
  return () => rmSync(folder, { recursive: true })
}
