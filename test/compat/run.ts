import { delimiter } from 'node:path'
import { RunningCommand, type Outcome } from '../support/command.js'
import type { Cell } from './projects.js'

type Environment = Readonly<Record<string, string>>

/** Starts a program in a project. For the program and its children, `node` is the version of the cell. */
export function start(
  { node, project }: Cell,
  program: string,
  args: readonly string[],
  environment?: Environment,
): RunningCommand {
  const PATH = `${node.bin}${delimiter}${process.env['PATH']}`
  return RunningCommand.start('env', [program, ...args], project.folder, { PATH, ...environment })
}

/** Runs the installed command, and waits until it exits. */
export function conmock(cell: Cell, ...args: readonly string[]): Promise<Outcome> {
  return start(cell, 'node_modules/.bin/conmock', args).ended()
}

/** Runs the installed vitest once, and waits until it exits. */
export function vitest(cell: Cell, args: readonly string[], environment?: Environment): Promise<Outcome> {
  return start(cell, 'node_modules/.bin/vitest', ['run', ...args], environment).ended()
}

/** Runs a module in the project, and returns the JSON that it printed. */
export async function evaluate(cell: Cell, code: string, environment?: Environment): Promise<unknown> {
  const args = ['--input-type=module', '--eval', code]
  const { code: exit, stdout, stderr } = await start(cell, 'node', args, environment).ended()
  if (exit !== 0) throw new Error(`exited with ${exit}: ${stderr}`)
  return JSON.parse(stdout)
}
