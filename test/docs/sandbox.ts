import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFolder, writeFile } from '../support/temporary-folder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An empty project with conmock installed, as a reader of the README has it. */
export interface Sandbox {
  readonly folder: string
  write(name: string, text: string): string
  remove(): void
}

/** @param packages What the project has installed beside conmock; taken from this repository. */
export function createSandbox(packages: readonly string[]): Sandbox {
  const folder = createFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  symlinkSync(root, join(modules, 'conmock'))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  writeFile(folder, 'package.json', '{ "type": "module" }')
  return {
    folder,
    write: (name, text) => writeFile(folder, name, text),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A program of this repository, by the path below its root. */
export function program(path: string): string {
  return join(root, path)
}
