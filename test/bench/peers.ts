import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const manifest = fileURLToPath(new URL('peers/package.json', import.meta.url))

/** The installed peers. */
export interface Peers {
  /** The absolute path of the folder that contains `node_modules`. */
  readonly folder: string
  version(name: string): string
}

/** The version of the package in a folder. */
export function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

/** Installs the peers outside the package, unless the same versions are installed already. */
export async function installPeers(say: (line: string) => void): Promise<Peers> {
  const pinned = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 12)
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'conmock-bench', pinned)
  if (!existsSync(folder)) {
    say(`installing the peers into ${folder}`)
    // The folder gets its final name when the installation is complete.
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { recursive: true })
    copyFileSync(manifest, join(unfinished, 'package.json'))
    // Some peers demand a newer Node than they need. The benchmark checks that they work before it measures them.
    const flags =
      '--engine-strict=false --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error'
    await run('npm', ['install', ...flags.split(' ')], { cwd: unfinished })
    renameSync(unfinished, folder)
  }
  return {
    folder,
    version: (name) => versionOf(join(folder, 'node_modules', name)),
  }
}
