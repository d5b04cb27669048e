import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifestFile from '../../package.json' with { type: 'json' }
import { createSandbox, program, type Sandbox } from '../docs/sandbox.js'

const manifest = manifestFile as { dependencies: Record<string, string> }

/**
 * Creates a project in which conmock is installed as npm does it: in a folder of its own, from which it cannot load
 * packages of this repository that the project does not have. It is removed after the last test of the file.
 *
 * @param packages The installed packages, in addition to conmock and its dependencies.
 */
export function createInstallation(packages: readonly string[] = []): Sandbox {
  const sandbox = createSandbox(packages)
  const modules = join(sandbox.folder, 'node_modules')
  const own = join(modules, 'conmock')
  rmSync(own)
  for (const part of ['package.json', 'dist']) {
    cpSync(program(part), join(own, part), { recursive: true })
  }
  for (const name of [...Object.keys(manifest.dependencies), 'msw']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(program(join('node_modules', name)), join(modules, name))
  }
  return sandbox
}
