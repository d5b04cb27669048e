import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** An empty project with conmock installed, as a reader of the README has it. */
export interface Sandbox {
  readonly folder: string
  write(name: string, text: string): string
  remove(): void
}

/** @param packages What the project has installed beside conmock; taken from this repository. */
export function createSandbox(packages: readonly string[]): Sandbox {
  const folder = mkdtempSync(join(tmpdir(), 'conmock-readme-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  symlinkSync(root, join(modules, 'conmock'))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return {
    folder,
    write(name, text) {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** A program of this repository, by the path below its root. */
export function program(path: string): string {
  return join(root, path)
}
