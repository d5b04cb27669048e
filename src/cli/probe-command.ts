import { Command } from 'commander'
import { profiles } from '../contract/assumptions.js'
import type { ServiceOptions } from '../pact.js'
import type { ProbeReport } from '../probe/report.js'
import { Exit, UsageError } from './errors.js'
import { addFlags, optionsIn, type FlagsOf, type FlagTable } from './flags.js'
import { colors, formatJson, redirectStdoutToStderr } from './print.js'
import { readProfileFile } from './profile-flag.js'
import { outputOf, writeFileOf } from './values.js'
import { checkClientFlags, inTermsOfFlags, serviceFlags } from './verification-flags.js'

const probeFlags = {
  ...serviceFlags,
  fixture: {
    ...serviceFlags.fixture,
    help: 'id of a user of the service: userId, userWithPreferredNameAbsent, userWithoutRecord or unknownUser; may be repeated',
  },
  against: { value: '<url>', help: 'the same as the argument', option: 'against.url' },
  profile: {
    value: '<name>',
    help: 'values of the mock for everything that is not measured (default: spec)',
    choices: profiles,
  },
  out: { value: '<file>', help: 'write the measured values to this file, as a profile for --profile' },
  check: { value: '<file>', help: 'compare the service with a profile that a probe has written' },
  dryRun: { help: 'only print the requests' },
  json: { help: 'print the result as JSON' },
} as const satisfies FlagTable

type ProbeFlags = FlagsOf<typeof probeFlags>

const CHANGED = 1
const PROBLEM = 2

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
  const { profile = 'spec', out, check, dryRun, json } = flags
  if (out !== undefined && check !== undefined) {
    throw new UsageError('--out and --check cannot be combined; remove one of them')
  }
  const withUrl = { ...flags, against: urlFrom(argument, flags) }
  checkClientFlags(flags)
  const { against } = optionsIn(probeFlags, withUrl) as { readonly against: ServiceOptions }
  const before = check === undefined ? undefined : readProfileFile('--check', check)
  if (out !== undefined) checkOut(out)
  const [{ plannedRequests, probe }, { compare, profileOf }, { formatComparison, formatProbe }] =
    await Promise.all([
      import('../probe/probe.js'),
      import('../probe/profile.js'),
      import('../probe/format-probe.js'),
    ])
  const urlName = argument === undefined ? '--against' : 'the URL'
  if (dryRun) {
    const requests = await inTermsOfFlags(probeFlags, withUrl, async () => plannedRequests(against), urlName)
    print(`${requests.join('\n')}\n`)
    return
  }
  const report = await redirectStdoutToStderr(() =>
    inTermsOfFlags(probeFlags, withUrl, () => probe({ against, profile, now: Date.now() }), urlName),
  )
  const isIncomplete = report.ended !== undefined || isNothingMeasured(report)
  if (before) {
    const comparisons = compare(before, report)
    print(
      json ? formatJson({ ...report, comparisons }) : `${formatComparison(report, comparisons, colors)}\n`,
    )
    if (comparisons.some(({ result }) => result === 'changed')) throw new Exit(CHANGED)
    const isCompared = comparisons.some(({ result }) => result === 'same')
    if (isIncomplete || !isCompared) throw new Exit(PROBLEM, isCompared ? undefined : 'nothing was compared')
    return
  }
  print(json ? formatJson(report) : `${formatProbe(report, colors)}\n`)
  if (isIncomplete) {
    const why = report.ended === undefined ? 'nothing was measured' : 'the probe ended early'
    throw new Exit(PROBLEM, out === undefined ? why : `${why}, so ${out} was not written`)
  }
  if (out !== undefined) writeFileOf('--out', out, formatJson(profileOf(report)))
}

/** `conmock probe`: measures which variants of the assumptions a real service has. */
export function probeCommand(print: (text: string) => unknown): Command {
  return addFlags(new Command('probe'), probeFlags)
    .description(
      'measure what a real service does where the API specification is open; sends a few GET requests; exit code 1: --check found a change, 2: a problem',
    )
    .argument('[url]', 'base URL of the real service, without /api/v0')
    .action((url: string | undefined, flags: ProbeFlags) => run(url, flags, print))
}
