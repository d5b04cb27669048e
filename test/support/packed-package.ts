import { execFile } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { plainEnvironment } from './command.js'
import { createFolder, writeFile } from './temporary-folder.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

interface Manifest {
  readonly name: string
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
}

/** The output of `npm pack --json` about a package. */
interface PackResult {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string }[]
}

/** A project that has installed the package as npm would publish it. */
export type InstalledPackage = Awaited<ReturnType<typeof installPackage>>

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}

/** The installed version of a package in this repository, as an argument of `npm install`. */
function sameVersion(name: string): string {
  return `${name}@${readManifest(join(root, 'node_modules', name)).version}`
}

interface ProjectOptions {
  /** Further packages, as arguments of `npm install`. Default: msw, TypeScript and Node's types. */
  readonly packages?: readonly string[]
  /** A folder that is copied into the project, with its package.json. Default: an empty ESM project. */
  readonly template?: string
}

/** The default packages: msw, TypeScript and Node's types, in the versions of this repository. */
function usualPackages({ devDependencies }: Manifest): readonly string[] {
  return [`msw@${devDependencies.msw}`, sameVersion('typescript'), sameVersion('@types/node')]
}

/**
 * Packs the built package, and installs it into a new project.
 *
 * @throws Error If npm fails. Its `stderr` is that of npm.
 */
export async function installPackage(options: ProjectOptions = {}) {
  const folder = createFolder()
  const env = plainEnvironment()
  const manifest = readManifest(root)
  // Without scripts, because `prepare` would rebuild the files that other tests run.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder]
  const { stdout } = await run('npm', pack, { cwd: root, env })
  const [packed] = JSON.parse(stdout) as [PackResult]
  if (options.template === undefined)
    writeFile(folder, 'package.json', '{ "name": "consumer", "private": true, "type": "module" }')
  else cpSync(options.template, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  const packages = [`./${packed.filename}`, ...(options.packages ?? usualPackages(manifest))]
  const there = { cwd: folder, env }
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], there)
  return {
    manifest,
    /** The paths in the tarball, without `package/` in front. */
    files: packed.files.map(({ path }) => path),
    /** In bytes. */
    packedSize: packed.size,
    /** In bytes. */
    unpackedSize: packed.unpackedSize,
    path: (name: string) => join(folder, name),
    write: (name: string, text: string) => writeFile(folder, name, text),
    /** Runs one of the project's programs in the project. */
    run: (program: string, ...args: readonly string[]) => run(program, args, there),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
