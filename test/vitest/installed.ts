import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import manifestFile from '../../package.json' with { type: 'json' }
import { createSandbox, program, type Sandbox } from '../docs/sandbox.js'

const manifest = manifestFile as { dependencies: Record<string, string> }

/**
 * A project that has conmock as npm installs it: as a folder of its own, so that it finds no package of this repository
 * that the project does not have.
 *
 * @param packages What the project has installed beside conmock and what that depends on.
 */
export function createInstallation(packages: readonly string[] = []): Sandbox {
  const sandbox = createSandbox(packages)
  const modules = join(sandbox.folder, 'node_modules')
  const own = join(modules, 'conmock')
  rmSync(own)
  for (const part of ['package.json', 'dist', 'fixtures']) {
    cpSync(program(part), join(own, part), { recursive: true })
  }
  for (const name of [...Object.keys(manifest.dependencies), 'msw']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(program(join('node_modules', name)), join(modules, name))
  }
  return sandbox
}
