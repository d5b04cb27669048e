import { mkdirSync } from 'node:fs'
import { RunningCommand } from '../support/command.js'
import type { InstalledPackage } from '../support/packed-package.js'

/** The output of a run, and whether it passed. */
export interface NpmRun {
  readonly passed: boolean
  readonly output: string
}

/** Runs npm in a project, without telemetry, and with temporary files, such as jest's cache, inside the project. */
export async function runNpm(
  project: InstalledPackage,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<NpmRun> {
  const TMPDIR = project.path('.temporary')
  mkdirSync(TMPDIR, { recursive: true })
  const variables = { STORYBOOK_DISABLE_TELEMETRY: '1', TMPDIR, ...environment }
  const command = RunningCommand.start('npm', args, project.path(''), variables)
  const { code, stdout, stderr } = await command.ended()
  return { passed: code === 0, output: stdout + stderr }
}

/** Like `runNpm`. Returns the output. @throws Error With the output, if it fails. */
export async function passNpm(...run: Parameters<typeof runNpm>): Promise<string> {
  const { passed, output } = await runNpm(...run)
  if (!passed) throw new Error(`npm ${run[1].join(' ')} failed:\n${output}`)
  return output
}
