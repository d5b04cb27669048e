import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder. The caller removes it. */
export function createFolder(parent = tmpdir()): string {
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, 'conmock-test-'))
}

/** Writes a file, and creates its folder. */
export function writeFile(folder: string, name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** Creates a folder with these files, and removes it at the end of the test. */
export function temporaryFolder(files: Readonly<Record<string, string>> = {}, parent?: string): string {
  const folder = createFolder(parent)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFile(folder, name, text)
  return folder
}

/** Writes a file with this text, and removes it at the end of the test. */
export function temporaryFile(name: string, text: string): string {
  return join(temporaryFolder({ [name]: text }), name)
}
