import { Command } from 'commander'
import { compiled, type CompiledApi } from '../../contract/compile.js'
import { checkNeeds, hasKnownFields, responseFields, type Needs } from '../../contract/needs.js'
import { describeOperation, undescribedOperations } from '../../contract/operation.js'
import { aligned, pluralize, listNames } from '../../common/text.js'
import { writeOutput } from '../../node/output-file.js'
import { Exit, forFlag, UsageError } from '../errors.js'
import { formatJson } from '../print.js'
import type { CommandApi } from '../command-api.js'
import { extendByConfig, extensionFlags } from '../config-file.js'
import { addFlags, type FlagsOf, type FlagTable } from '../flags.js'
import { checkOut, readJsonFile } from '../values.js'
import { fieldsBeside, findNeeds, FlakyTestsError, type FailsWithout } from './find-needs.js'
import { runTests, type TestOptions, type TestOutcome } from './run-tests.js'

const needsFlags = {
  ...extensionFlags,
  out: { value: '<file>', help: 'write the fields to this file, for conmock pact --needs' },
  check: { value: '<file>', help: 'only check that the tests need no fields besides those in this file' },
  verbose: { help: 'print the output of the tests to stderr' },
} as const satisfies FlagTable

type NeedsFlags = FlagsOf<typeof needsFlags>

/** The time limit of the first run. */
const FIRST_LIMIT_MS = 600_000

/** The time limit of all other runs: a multiple of the first run, but at least the minimum. */
const LIMIT_FACTOR = 5
const MIN_LIMIT_MS = 30_000

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const DIFFERENT = 1

/** Returns fields with their operation: `listRoles data.name`. */
function withOperation(needs: Needs['needs']): string[] {
  return Object.entries(needs).flatMap(([id, fields]) => (fields ?? []).map((field) => `${id} ${field}`))
}

/** The fields of all operations, with their operation. */
const allFields = compiled((api) => {
  const fields = Object.entries(responseFields(api))
  const pick = (part: 'leaves' | 'containers') =>
    withOperation(Object.fromEntries(fields.map(([id, each]) => [id, each[part]])))
  return { leaves: pick('leaves'), all: [...pick('leaves'), ...pick('containers')] }
})

/** Returns a field without its operation. */
function fieldIn(name: string): string {
  return name.slice(name.indexOf(' ') + 1)
}

/** Returns those of the fields that belong to an operation, sorted and without it. */
function fieldsOf(id: string, names: readonly string[]): string[] {
  const own = names.filter((name) => name.startsWith(`${id} `))
  return own.map(fieldIn).toSorted()
}

function byOperation({ operations }: CompiledApi, names: readonly string[]): Needs['needs'] {
  const entries = operations.map(({ id }) => [id, fieldsOf(id, names)] as const)
  return Object.fromEntries(entries.filter(([, fields]) => fields.length > 0))
}

/**
 * Runs the tests without any change. Returns a function that runs them without some fields.
 *
 * @throws UsageError If they fail, or use no mock.
 */
async function startRuns(api: CompiledApi, tests: TestOptions): Promise<FailsWithout> {
  let count = 0

  function run(leftOut: readonly string[], limitMs: number): Promise<TestOutcome> {
    process.stderr.write(`Run ${++count}\n`)
    return runTests(tests, byOperation(api, leftOut), limitMs)
  }

  const start = performance.now()
  const first = await run([], FIRST_LIMIT_MS)
  if (first === 'too long') throw new UsageError('The first run of your tests took longer than 10 minutes.')
  if (first === 'failed') throw new UsageError('Your tests fail with all fields. Fix them first.')
  const limitMs = Math.max(MIN_LIMIT_MS, LIMIT_FACTOR * (performance.now() - start))
  return async (leftOut) => (await run(leftOut, limitMs)) !== 'passed'
}

/** @param sets As `findNeeds` returns them. */
function describeFound(api: CompiledApi, sets: readonly (readonly string[])[]): string {
  const reasons = new Map<string, string>()
  for (const set of sets) {
    for (const name of set) {
      const others = set.filter((other) => other !== name).map(fieldIn)
      const missing = others.length === 0 ? 'is missing' : `and ${others.join(', ')} are missing`
      reasons.set(name, `fails if it ${missing}`)
    }
  }
  const sections = api.operations.flatMap((operation) => {
    const { id } = operation
    if (!hasKnownFields(api, id)) return []
    const fields = fieldsOf(id, [...reasons.keys()])
    const rows = fields.map((field) => [`  ${field}`, reasons.get(`${id} ${field}`)!])
    return [`${describeOperation(operation)}  needs ${pluralize(fields.length, 'field')}`, ...aligned(rows)]
  })
  const names = allFields(api).leaves.flatMap((name) => (reasons.has(name) ? [] : [fieldIn(name)]))
  const unnoticed = `Your tests do not need ${pluralize(names.length, 'field')}: ${listNames(names)}.`
  const others = [...(names.length === 0 ? [] : [unnoticed]), ...undescribedOperations(api.operations)]
  return [...sections, ...others, ''].join('\n')
}

/** Prints whether the tests need no other fields than those in a file. @throws FlakyTestsError */
async function checkFile(
  api: CompiledApi,
  file: string,
  tests: TestOptions,
  print: (text: string) => unknown,
): Promise<void> {
  const { needs } = checkNeeds(api, readJsonFile(file, '--check'), file)
  const others = fieldsBeside(withOperation(needs), allFields(api).all)
  const failsWithout = await startRuns(api, tests)
  if (!(await failsWithout(others))) return void print(`${file}: your tests need no other fields.\n`)
  const more = (await findNeeds(failsWithout, others)).flat()
  if (more.length === 0) throw new FlakyTestsError()
  print(`${file}: your tests also need ${listNames(more)}. Write it again with --out.\n`)
  throw new Exit(DIFFERENT)
}

async function printFound(
  api: CompiledApi,
  file: string | undefined,
  tests: TestOptions,
  print: (text: string) => unknown,
): Promise<void> {
  const sets = await findNeeds(await startRuns(api, tests), allFields(api).all)
  print(describeFound(api, sets))
  if (file === undefined) return
  const json = formatJson({ version: 1, needs: byOperation(api, sets.flat()) })
  forFlag('--out', () => writeOutput(file, json))
}

async function runNeeds(
  commands: CommandApi,
  command: readonly string[],
  flags: NeedsFlags,
  print: (text: string) => unknown,
): Promise<void> {
  const { check, out, verbose = false } = flags
  const { api } = await extendByConfig(commands, flags)
  // At the start, because the runs take long.
  checkOut(flags, 'a file of conmock needs', (json) => checkNeeds(api, json, ''))
  const stopping = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopping.abort(signal)
  for (const signal of signals) process.on(signal, stop)
  const { signal: stopped } = stopping
  const tests = { command, isVerbose: verbose, stopped }
  try {
    await (check === undefined ? printFound(api, out, tests, print) : checkFile(api, check, tests, print))
  } finally {
    for (const signal of signals) process.off(signal, stop)
    // The shell that started the command must see that the signal has ended it.
    if (stopped.aborted) process.kill(process.pid, stopped.reason as NodeJS.Signals)
  }
}

/** `conmock needs`: finds the fields of responses that an app needs, by leaving them out. */
export function needsCommand(commands: CommandApi, print: (text: string) => unknown): Command {
  return addFlags(new Command('needs'), needsFlags)
    .description(
      'run your tests several times, each time without some fields of the responses, and print the fields that they need; exit code 1: --check found that the tests need more, 2: the tests fail with all fields, are flaky, or use no mock',
    )
    .usage('[options] -- <test command>')
    .argument('<command...>', 'the test command, after --')
    .showHelpAfterError('the test command goes after --: conmock needs -- npm test')
    .action((command: string[], flags: NeedsFlags) => runNeeds(commands, command, flags, print))
}
