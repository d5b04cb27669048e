import path from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'

/** These options of the command line hide test files from vitest. */
const HIDING = ['dir', 'include', 'exclude', 'cliExclude', 'project'] as const

type CommandLine = Readonly<Partial<Record<(typeof HIDING)[number], string | readonly string[]>>>

function keyOf({ moduleId, project }: Pick<TestModule, 'moduleId' | 'project'>): string {
  return `${project.name} ${moduleId}`
}

/** Returns why a run is not one of all tests of all projects that passed; `undefined` if it is. */
export async function whyIncomplete(vitest: Vitest): Promise<string | undefined> {
  if (vitest.config.watch) return 'vitest is in watch mode'
  // Before vitest 5, only an internal property has the command line.
  const { _cliOptions, config } = vitest as unknown as {
    readonly _cliOptions?: CommandLine
    readonly config: { readonly cliOptions?: CommandLine }
  }
  const commandLine = config.cliOptions ?? _cliOptions ?? {}
  const hiding = HIDING.find((name) => (commandLine[name]?.length ?? 0) > 0)
  if (hiding !== undefined)
    return `the option "${hiding.replace('cliExclude', 'exclude')}" of the command line hides test files`
  const modules = vitest.state.getTestModules()
  const shown = ({ moduleId }: { readonly moduleId: string }) => path.relative(vitest.config.root, moduleId)
  const failed = modules.find((module) => !module.ok())
  if (failed) return `a test in ${shown(failed)} failed`
  if (vitest.state.getUnhandledErrors().length > 0) return 'there was an error outside of the tests'
  for (const module of modules) {
    for (const each of module.children.allTests()) {
      const what = `the test "${each.name}" in ${shown(module)}`
      if (each.result().state !== 'passed') return `${what} did not run`
      if (each.options.fails) return `${what} is expected to fail`
      // What the failed attempt has received is counted, too.
      if (each.diagnostic()?.flaky) return `${what} failed before it passed`
    }
  }
  const ran = new Set(modules.map(keyOf))
  const missing = (await vitest.globTestSpecifications()).find((each) => !ran.has(keyOf(each)))
  return missing && `${shown(missing)} did not run`
}
