import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { createFolder } from '../support/temporary-folder.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for the results of each example, which go into the table. */
    resultsFolder: string
  }
}

/** Creates the folder before the run, and removes it afterward. */
export function setup(project: TestProject): () => void {
  const folder = createFolder()
  project.provide('resultsFolder', folder)
  return () => rmSync(folder, { recursive: true })
}
