import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { plainEnvironment } from '../support/command.js'
import type { InstalledPackage } from '../support/packed-package.js'

/** What a run has printed, and whether it passed. */
export interface NpmRun {
  readonly passed: boolean
  readonly output: string
}

/** That no tool tells its makers of us, or keeps anything outside of the project, as jest does with what it compiled. */
function quietEnvironment(project: InstalledPackage): NodeJS.ProcessEnv {
  const TMPDIR = project.path('.temporary')
  mkdirSync(TMPDIR, { recursive: true })
  return { ...plainEnvironment(), STORYBOOK_DISABLE_TELEMETRY: '1', TMPDIR }
}

/** Runs npm in a project, to its end; what still runs when the test is over, is killed with all that it has started. */
export async function runNpm(project: InstalledPackage, ...args: readonly string[]): Promise<NpmRun> {
  const child = spawn('npm', args, {
    cwd: project.path(''),
    env: quietEnvironment(project),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, for npm does not end what it has started.
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
 * Runs npm in a project, and gives what it printed.
 *
 * @throws With what it printed, when it fails.
 */
export async function passNpm(project: InstalledPackage, ...args: readonly string[]): Promise<string> {
  const { passed, output } = await runNpm(project, ...args)
  if (!passed) throw new Error(`npm ${args.join(' ')} failed:\n${output}`)
  return output
}
