import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll } from 'vitest'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import type { CodeBlock } from './code-blocks.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** A program of this repository, by the path below its root. */
export function program(path: string): string {
  return join(root, path)
}

/** The shell command that starts the built `conmock`. */
const conmock = `'${process.execPath}' '${program('dist/cli/bin.js')}'`

/** An empty project in which conmock is installed. */
export interface Sandbox {
  readonly folder: string
  write(name: string, text: string): string
}

/**
 * Creates a project. It is removed after the last test of the file.
 *
 * @param packages Further packages of the project, linked from this repository.
 * @param blocks The blocks of a page. Those that name a file are written to it.
 */
export function createSandbox(packages: readonly string[], blocks: readonly CodeBlock[] = []): Sandbox {
  const folder = createFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@types'), { recursive: true })
  writeFile(modules, '.bin/conmock', `#!/bin/sh\nexec ${conmock} "$@"\n`)
  chmodSync(join(modules, '.bin/conmock'), 0o755)
  symlinkSync(root, join(modules, 'conmock'))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(modules, name))
  writeFile(folder, 'package.json', '{ "type": "module" }')
  for (const { note, code } of blocks) if (note.includes('.')) writeFile(folder, note, code)
  afterAll(() => rmSync(folder, { recursive: true }))
  return { folder, write: (name, text) => writeFile(folder, name, text) }
}

const vitest = program('node_modules/vitest/vitest.mjs')

/** Runs shell commands in a project, with the programs of this repository. Returns what they print. */
export async function runCommands(
  { folder }: Sandbox,
  commands: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const text = commands.replaceAll('npx conmock', conmock).replaceAll('npx vitest', `node '${vitest}'`)
  const env = { PATH: process.env['PATH'], NO_COLOR: '1', ...environment }
  const { stdout } = await run('bash', ['-ec', text], { cwd: folder, env })
  return stdout
}

/**
 * Compiles files of a project as strict TypeScript, without writing JavaScript.
 *
 * @throws Error If a file does not compile. Its `stdout` contains the messages of the compiler.
 */
export async function compile({ folder }: Sandbox, files: readonly string[]): Promise<void> {
  const options = '--strict --module nodenext --target es2023 --types node --noEmit --skipLibCheck'
  const tsc = program('node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, ...options.split(' '), ...files], { cwd: folder })
}

/** Runs TypeScript as a module of the project, and returns what it prints. */
export async function runModule(sandbox: Sandbox, code: string): Promise<string> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
  })
  const { stdout, stderr } = await run(process.execPath, [sandbox.write('block.js', outputText)])
  return stdout + stderr
}

/** Runs test files of the project in vitest, and returns what it prints. */
export async function runVitest(sandbox: Sandbox, ...files: readonly string[]): Promise<string> {
  const args = [vitest, 'run', '--root', sandbox.folder, ...files]
  // With `CI` set, the vitest plugin only compares pacts, and a new project has no pact yet.
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, CI: '', NO_COLOR: '1' } })
  return stdout
}
