import { Command } from 'commander'
import { operations } from '../../convention/operations.js'
import { checkNeeds, containerFields, leafFields } from '../../contract/needs.js'
import { counted, listNames } from '../../common/text.js'
import { checkOutput, writeOutput } from '../../pact/common/output-file.js'
import { Exit, forFlag, UsageError } from '../errors.js'
import { formatJson } from '../print.js'
import { addFlags, seconds, type FlagsOf, type FlagTable } from '../flags.js'
import { readJsonFile } from '../values.js'
import { fieldsBeside, findNeeds, UnsteadyTests, type AllFields, type FoundNeeds } from './find-needs.js'
import { runTests, type TestOptions, type TestRun } from './run-tests.js'

const needsFlags = {
  out: { value: '<file>', help: 'write the fields to this file, for conmock pact --needs' },
  check: { value: '<file>', help: 'only check that the tests need no other fields than those in this file' },
  timeout: {
    value: '<seconds>',
    help: 'time limit for each run (default: 600 for the first one, then five times as long as it, but at least 30)',
    parse: seconds,
  },
  verbose: { help: 'print the output of the tests to stderr' },
} as const satisfies FlagTable

type NeedsFlags = FlagsOf<typeof needsFlags>

/** Time limits in seconds: of the first run, and of others as a multiple of the first, but at least a minimum. */
const limits = { first: 600, factor: 5, least: 30 }

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const NO_MOCK =
  'No mock has sent a successful response. conmock needs starts the tests with an environment variable, which does not reach a server ' +
  'that was already running (reuseExistingServer), a mock in a service worker or in Docker, and a task whose result was cached.'

const DIFFERENT = 1

/** A field with its operation, as one word for the search. */
function getName(operation: string, field: string): string {
  return `${operation} ${field}`
}

function listNamesOf(fieldsOf: typeof leafFields): string[] {
  return Object.entries(fieldsOf).flatMap(([id, fields]) => fields.map((field) => getName(id, field)))
}

const allFields: AllFields = { leaves: listNamesOf(leafFields), containers: listNamesOf(containerFields) }

function byOperation(names: readonly string[]): Record<string, string[]> {
  const ids = Object.keys(leafFields)
  return Object.fromEntries(
    ids.flatMap((id) => {
      const fields = names.flatMap((name) => (name.startsWith(`${id} `) ? [name.slice(id.length + 1)] : []))
      return fields.length === 0 ? [] : [[id, fields.toSorted()] as const]
    }),
  )
}

/** Runs the tests, prints the progress and finds out what they need. */
class NeedsRuns {
  readonly #tests: TestOptions
  readonly #timeout: number | undefined
  #firstSeconds: number | undefined
  count = 0
  seconds = 0

  constructor(tests: TestOptions, timeout: number | undefined) {
    this.#tests = tests
    this.#timeout = timeout
  }

  get #limit(): number {
    if (this.#timeout !== undefined) return this.#timeout
    return this.#firstSeconds === undefined
      ? limits.first
      : Math.max(limits.least, this.#firstSeconds * limits.factor)
  }

  /** Estimates the number of all runs, if not many more needed fields are found. */
  #expectedRuns(found: number): number {
    const needed = found + 1
    const each = Math.ceil(Math.log2(allFields.leaves.length)) + 3
    return Math.max(this.count + 2, needed * each + 3)
  }

  async #run(fields: readonly string[], found = 0): Promise<TestRun> {
    const average = this.seconds / this.count
    this.count++
    const expected = this.#expectedRuns(found)
    const left = Math.ceil(average * (expected - this.count + 1))
    const ofAll = this.count === 1 ? '' : ` of about ${expected}, ${left} s left`
    process.stderr.write(`Run ${this.count}${ofAll}\n`)
    const run = await runTests(this.#tests, byOperation(fields), this.#limit)
    this.#firstSeconds ??= run.seconds
    this.seconds += run.seconds
    // A run that fails early may have no response.
    if (run.passed && !run.hasMock) throw new UsageError(NO_MOCK)
    return run
  }

  /** Runs the tests without any change. @throws UsageError If they fail. */
  async #runUnchanged(): Promise<void> {
    const first = await this.#run([])
    if (first.isTooLong)
      throw new UsageError(
        `The first run of your tests took longer than ${this.#timeout ?? limits.first} s. Set a higher --timeout.`,
      )
    if (!first.passed) throw new UsageError('Your tests fail without any change. Fix them first.')
  }

  async find(): Promise<FoundNeeds> {
    await this.#runUnchanged()
    return findNeeds(async (fields, known) => (await this.#run(fields, known)).passed, allFields)
  }

  /** Whether the tests pass without all fields but these. */
  async isEnough(needed: readonly string[]): Promise<boolean> {
    await this.#runUnchanged()
    const others = fieldsBeside(needed, allFields)
    const { passed } = await this.#run(others)
    if (!passed && (await this.#run(others)).passed) throw new UnsteadyTests()
    return passed
  }
}

function describeFound({ needed, together }: FoundNeeds, runs: NeedsRuns): string {
  const rows = new Map([
    ...needed.map((name) => [name, 'fails if it is missing'] as const),
    ...together.flatMap((set) =>
      set.map((name) => {
        const others = set.filter((other) => other !== name).map((other) => other.split(' ').at(-1))
        return [name, `fails if it and ${others.join(', ')} are missing`] as const
      }),
    ),
  ])
  const width = Math.max(0, ...Array.from(rows.keys(), (name) => name.split(' ').at(-1)!.length))
  const all = [...allFields.leaves, ...allFields.containers].filter((name) => rows.has(name))
  const sections = Object.values(operations).map(({ id, method, path }) => {
    const own = all.filter((name) => name.startsWith(`${id} `))
    const lines = own.map((name) => `  ${name.slice(id.length + 1).padEnd(width)}  ${rows.get(name)}`)
    return [`${method} ${path}  needs ${counted(own.length, 'field')}`, ...lines].join('\n')
  })
  const unnoticed = allFields.leaves.filter((name) => !rows.has(name))
  const names = unnoticed.map((name) => name.split(' ').at(-1)!)
  const notice =
    names.length === 0
      ? ''
      : ` Your tests do not notice ${counted(names.length, 'field')}: ${listNames(names)}.`
  return `${sections.join('\n')}\n${counted(runs.count, 'run')} in ${Math.round(runs.seconds)} s.${notice}\n`
}

function isNeedsFile(text: string): boolean {
  try {
    return checkNeeds(JSON.parse(text), '').version === 1
  } catch {
    return false
  }
}

function writeNeeds(file: string, { needed, together }: FoundNeeds): void {
  const json = formatJson({ version: 1, needs: byOperation([...needed, ...together.flat()]) })
  forFlag('--out', () => writeOutput(file, json))
}

/** Prints whether the tests need no other fields than those in a file. */
async function checkFile(file: string, runs: NeedsRuns, print: (text: string) => unknown): Promise<void> {
  const { needs } = checkNeeds(readJsonFile('--check', file), file)
  const names = Object.entries(needs).flatMap(([id, fields]) => fields.map((field) => getName(id, field)))
  if (await runs.isEnough(names)) {
    print(`${file}: your tests pass without all other fields.\n`)
    return
  }
  print(`${file}: your tests need more fields. Write it again with --out.\n`)
  throw new Exit(DIFFERENT)
}

async function printFound(file: string | undefined, runs: NeedsRuns, print: (text: string) => unknown) {
  const found = await runs.find()
  print(describeFound(found, runs))
  if (file !== undefined) writeNeeds(file, found)
}

async function runNeeds(
  command: readonly string[],
  { check, out, timeout, verbose = false }: NeedsFlags,
  print: (text: string) => unknown,
): Promise<void> {
  if (check !== undefined && out !== undefined) {
    throw new UsageError('--out and --check cannot be combined; remove one of them')
  }
  // At the start, because the runs take long.
  if (out !== undefined) forFlag('--out', () => checkOutput(out, 'a file of conmock needs', isNeedsFile))
  const stopping = new AbortController()
  const stop = (signal: NodeJS.Signals) => stopping.abort(signal)
  for (const signal of signals) process.on(signal, stop)
  const { signal: stopped } = stopping
  const runs = new NeedsRuns({ command, isVerbose: verbose, stopped }, timeout)
  try {
    await (check === undefined ? printFound(out, runs, print) : checkFile(check, runs, print))
  } catch (error) {
    if (!(error instanceof UnsteadyTests)) throw error
    throw new UsageError('Your tests are flaky: the same run passed and failed. Fix them, then run again.')
  } finally {
    for (const signal of signals) process.off(signal, stop)
    // The shell that started the command must see that the signal has ended it.
    if (stopped.aborted) process.kill(process.pid, stopped.reason as NodeJS.Signals)
  }
}

/** `conmock needs`: finds the fields of responses that an app needs, by leaving them out. */
export function needsCommand(print: (text: string) => unknown): Command {
  return addFlags(new Command('needs'), needsFlags)
    .description(
      'run your tests several times, each time without some fields of the responses, and print the fields that they need; exit code 1: --check found that the tests need more, 2: the tests fail without any change, fail by chance, or use no mock',
    )
    .usage('[options] -- <test command>')
    .argument('<command...>', 'the test command, after --')
    .action((command: string[], flags: NeedsFlags) => runNeeds(command, flags, print))
}
