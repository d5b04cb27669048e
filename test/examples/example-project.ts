import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'

export const examplesFolder = fileURLToPath(new URL('../../examples', import.meta.url))

/** Installs a copy of an example with its dependencies and the packed package. The caller removes it. */
export function installExample(folder: string): Promise<InstalledPackage> {
  return installPackage({ template: join(examplesFolder, folder), packages: [] })
}

/** A replacement in one file. */
export interface Change {
  readonly file: string
  readonly replace: string
  readonly by: string
}

/**
 * Replaces a text in a project until the end of the test.
 *
 * @throws Error If the file does not contain the text, because then the test would check nothing.
 */
export function change(project: InstalledPackage, { file, replace, by }: Change): void {
  const text = readFileSync(project.path(file), 'utf8')
  if (!text.includes(replace)) throw new Error(`${file} has no ${replace}`)
  project.write(
    file,
    text.replace(replace, () => by),
  )
  onTestFinished(() => void project.write(file, text))
}
