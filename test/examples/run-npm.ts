import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { plainEnvironment } from '../support/command.js'
import type { InstalledPackage } from '../support/packed-package.js'

/** The output of a run, and whether it passed. */
export interface NpmRun {
  readonly passed: boolean
  readonly output: string
}

/** Disables telemetry, and keeps temporary files, such as jest's cache, inside the project. */
function quietEnvironment(project: InstalledPackage): NodeJS.ProcessEnv {
  const TMPDIR = project.path('.temporary')
  mkdirSync(TMPDIR, { recursive: true })
  return { ...plainEnvironment(), STORYBOOK_DISABLE_TELEMETRY: '1', TMPDIR }
}

/** Runs npm in a project. If it still runs at the end of the test, it is killed with all its child processes. */
export async function runNpm(project: InstalledPackage, ...args: readonly string[]): Promise<NpmRun> {
  const child = spawn('npm', args, {
    cwd: project.path(''),
    env: quietEnvironment(project),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, because npm does not stop its child processes.
    detached: true,
  })
  let running = true
  onTestFinished(() => {
    if (running && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  running = false
  return { passed: code === 0, output }
}

/**
 * Runs npm in a project, and returns its output.
 *
 * @throws Error With the output, if it fails.
 */
export async function passNpm(project: InstalledPackage, ...args: readonly string[]): Promise<string> {
  const { passed, output } = await runNpm(project, ...args)
  if (!passed) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return output
}
