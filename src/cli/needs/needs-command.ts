import { renameSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { operations } from '../../contract/operations.js'
import { responseFields } from '../../contract/needs.js'
import { counted, listNames } from '../../common/text.js'
import { UsageError } from '../errors.js'
import { formatJson } from '../print.js'
import { addFlags, seconds, type FlagsOf, type FlagTable } from '../flags.js'
import { checkFolderOf, removeFileOf, writeFileOf } from '../values.js'
import { findNeeds, UnsteadyTests, type FoundNeeds } from './find-needs.js'
import { TestCommand, type TestRun } from './run-tests.js'

const needsFlags = {
  out: { value: '<file>', help: 'write the fields to this file, for conmock pact --needs' },
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

/** A field with its operation, as one word for the search. */
function nameOf(operation: string, field: string): string {
  return `${operation} ${field}`
}

function allFields(kind: 'leaves' | 'containers'): string[] {
  return Object.entries(responseFields).flatMap(([id, fields]) =>
    fields[kind].map((field) => nameOf(id, field)),
  )
}

function byOperation(names: readonly string[]): Record<string, string[]> {
  const ids = Object.keys(responseFields)
  return Object.fromEntries(
    ids.flatMap((id) => {
      const fields = names.flatMap((name) => (name.startsWith(`${id} `) ? [name.slice(id.length + 1)] : []))
      return fields.length === 0 ? [] : [[id, fields.toSorted()] as const]
    }),
  )
}

/** Runs the tests, prints the progress and finds out what they need. */
class NeedsRuns {
  readonly #tests: TestCommand
  readonly #timeout: number | undefined
  readonly #progress: (text: string) => void
  #firstSeconds: number | undefined
  count = 0
  seconds = 0

  constructor(tests: TestCommand, timeout: number | undefined, progress: (text: string) => void) {
    this.#tests = tests
    this.#timeout = timeout
    this.#progress = progress
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
    const all = allFields('leaves').length
    return Math.max(this.count + 2, Math.round(2 * needed * Math.log2(all / needed) + 2 * needed + 3))
  }

  async #run(fields: readonly string[], found = 0): Promise<TestRun> {
    const average = this.seconds / this.count
    this.count++
    const expected = this.#expectedRuns(found)
    const left = Math.ceil(average * (expected - this.count + 1))
    this.#progress(this.count === 1 ? 'Run 1' : `Run ${this.count} of about ${expected}, ${left} s left`)
    const run = await this.#tests.run(byOperation(fields), this.#limit)
    this.#firstSeconds ??= run.seconds
    this.seconds += run.seconds
    // A run that fails early may have no response.
    if (run.passed && !run.hasMock) throw new UsageError(NO_MOCK)
    return run
  }

  async find(): Promise<FoundNeeds> {
    const first = await this.#run([])
    if (first.isTooLong)
      throw new UsageError(
        `The first run of your tests took longer than ${this.#timeout ?? limits.first} s. Set a higher --timeout.`,
      )
    if (!first.passed) throw new UsageError('Your tests fail without any change. Fix them first.')
    const found = await findNeeds(
      async (fields, known) => (await this.#run(fields, known)).passed,
      allFields('leaves'),
      allFields('containers'),
    )
    if (!(await this.#run([])).passed) throw new UnsteadyTests()
    return found
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
  const all = [...allFields('leaves'), ...allFields('containers')].filter((name) => rows.has(name))
  const sections = Object.values(operations).map(({ id, method, path }) => {
    const own = all.filter((name) => name.startsWith(`${id} `))
    const lines = own.map((name) => `  ${name.slice(id.length + 1).padEnd(width)}  ${rows.get(name)}`)
    return [`${method} ${path}  needs ${counted(own.length, 'field')}`, ...lines].join('\n')
  })
  const unnoticed = allFields('leaves').filter((name) => !rows.has(name))
  const names = unnoticed.map((name) => name.split(' ').at(-1)!)
  const notice =
    names.length === 0
      ? ''
      : ` Your tests do not notice ${counted(names.length, 'field')}: ${listNames(names)}.`
  return `${sections.join('\n')}\n${counted(runs.count, 'run')} in ${Math.round(runs.seconds)} s.${notice}\n`
}

/** Writes a file as a whole. Another file at this place stays until then. @throws UsageError If that fails. */
function writeWhole(file: string, text: string, replace: boolean): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileOf('--out', temporary, text)
    if (replace) renameSync(temporary, file)
  } finally {
    removeFileOf('--out', temporary)
  }
}

/** Checks at the start that the file can be written, because the runs take long. @throws UsageError If it cannot. */
function checkOut(file: string): void {
  checkFolderOf('--out', file)
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat && !stat.isFile()) throw new UsageError(`--out: cannot write ${file}: it is not a file`)
  writeWhole(file, '', false)
}

function writeNeeds(file: string, { needed, together }: FoundNeeds): void {
  const needs = byOperation([...needed, ...together.flat()])
  writeWhole(file, formatJson({ version: 1, needs }), true)
}

async function printNeeds(
  command: readonly string[],
  { out, timeout, verbose = false }: NeedsFlags,
  print: (text: string) => unknown,
): Promise<void> {
  if (out !== undefined) checkOut(out)
  const tests = new TestCommand({ command, isVerbose: verbose })
  const end = async (signal: NodeJS.Signals) => {
    await tests.stop()
    tests.close()
    process.off(signal, stop)
    process.kill(process.pid, signal)
  }
  const stop = (signal: NodeJS.Signals) => void end(signal)
  for (const signal of signals) process.on(signal, stop)
  const runs = new NeedsRuns(tests, timeout, (text) => void process.stderr.write(`${text}\n`))
  try {
    const found = await runs.find()
    print(describeFound(found, runs))
    if (out !== undefined) writeNeeds(out, found)
  } catch (error) {
    if (!(error instanceof UnsteadyTests)) throw error
    throw new UsageError(
      'The same tests sometimes pass and sometimes fail, so nothing can be said. Fix them first.',
    )
  } finally {
    for (const signal of signals) process.off(signal, stop)
    tests.close()
  }
}

/** `conmock needs`: finds the fields of responses that an app needs, by leaving them out. */
export function needsCommand(print: (text: string) => unknown): Command {
  return addFlags(new Command('needs'), needsFlags)
    .description(
      'run your tests several times, each time without some fields of the responses, and print the fields that they need; exit code 2: the tests fail without any change, or use no mock',
    )
    .usage('[options] -- <test command>')
    .argument('<command...>', 'the test command, after --')
    .action((command: string[], flags: NeedsFlags) => printNeeds(command, flags, print))
}
