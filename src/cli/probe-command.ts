import { Command, Option } from 'commander'
import { profiles } from '../internal/mock.js'
import type { ProbeReport } from '../internal/probe.js'
import { Exit, UsageError } from './errors.js'
import { colors, formatJson, redirectStdoutToStderr } from './print.js'
import { readProfileFile } from './profile-flag.js'
import { outputOf, writeFileOf } from './values.js'
import { addServiceFlags, inTermsOfFlags, serviceFrom, type ServiceFlags } from './verification-flags.js'

interface ProbeFlags extends ServiceFlags {
  readonly against?: string
  readonly profile: (typeof profiles)[number]
  readonly out?: string
  readonly check?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

const CHANGED = 1
const PROBLEM = 2

const fixtures =
  'id of a user of the service: userId, userWithPreferredNameAbsent, userWithoutRecord or unknownUser; may be repeated'

function urlFrom(argument: string | undefined, { against }: ProbeFlags): string {
  if (argument !== undefined && against !== undefined) {
    throw new UsageError('the URL and --against name the same service; remove one of them')
  }
  const url = argument ?? against
  if (url === undefined) throw new UsageError('the URL of the real service is missing: conmock probe URL')
  return url
}

/** Checks before the first request that the file can be written. Only another profile is overwritten. */
function checkOut(file: string): void {
  outputOf('--out', file, 'a profile', () => readProfileFile('--out', file) !== undefined)
}

function isNothingMeasured({ findings }: ProbeReport): boolean {
  return Object.values(findings).every(({ verdict }) => verdict !== 'measured')
}

async function run(
  argument: string | undefined,
  flags: ProbeFlags,
  print: (text: string) => unknown,
): Promise<void> {
  const { profile, out, check, dryRun, json } = flags
  if (out !== undefined && check !== undefined) {
    throw new UsageError('--out and --check cannot be combined; remove one of them')
  }
  const against = serviceFrom(urlFrom(argument, flags), flags)
  const before = check === undefined ? undefined : readProfileFile('--check', check)
  if (out !== undefined) checkOut(out)
  const lib = await import('../internal/probe.js')
  const urlName = argument === undefined ? '--against' : 'the URL'
  if (dryRun) {
    print(`${(await inTermsOfFlags(async () => lib.plannedRequests(against), urlName)).join('\n')}\n`)
    return
  }
  const report = await redirectStdoutToStderr(() =>
    inTermsOfFlags(() => lib.probe({ against, profile, now: Date.now() }), urlName),
  )
  const isIncomplete = report.ended !== undefined || isNothingMeasured(report)
  if (before) {
    const comparisons = lib.compare(before, report)
    print(
      json
        ? formatJson({ ...report, comparisons })
        : `${lib.formatComparison(report, comparisons, colors)}\n`,
    )
    if (comparisons.some(({ result }) => result === 'changed')) throw new Exit(CHANGED)
    const isCompared = comparisons.some(({ result }) => result === 'same')
    if (isIncomplete || !isCompared) throw new Exit(PROBLEM, isCompared ? undefined : 'nothing was compared')
    return
  }
  print(json ? formatJson(report) : `${lib.formatProbe(report, colors)}\n`)
  if (isIncomplete) {
    const why = report.ended === undefined ? 'nothing was measured' : 'the probe ended early'
    throw new Exit(PROBLEM, out === undefined ? why : `${why}, so ${out} was not written`)
  }
  if (out !== undefined) writeFileOf('--out', out, formatJson(lib.profileOf(report)))
}

/** `conmock probe`: measures which variants of the assumptions a real service has. */
export function probeCommand(print: (text: string) => unknown): Command {
  return addServiceFlags(
    new Command('probe')
      .description(
        'measure what a real service does where the API specification is open; sends a few GET requests; exit code 1: --check found a change, 2: a problem',
      )
      .argument('[url]', 'base URL of the real service, without /api/v0')
      .option('--against <url>', 'the same as the argument'),
    fixtures,
  )
    .addOption(
      new Option('--profile <name>', 'values of the mock for everything that is not measured')
        .choices(profiles)
        .default('spec'),
    )
    .option('--out <file>', 'write the measured values to this file, as a profile for --profile')
    .option('--check <file>', 'compare the service with a profile that a probe has written')
    .option('--dry-run', 'only print the requests')
    .option('--json', 'print the result as JSON')
    .action((url: string | undefined, flags: ProbeFlags) => run(url, flags, print))
}
