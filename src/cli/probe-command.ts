import { Command } from 'commander'
import { checkProfileFile, settingsFor } from '../contract/profile-file.js'
import { compiled } from '../contract/compile.js'
import type { ServiceOptions } from '../pact/verification/target.js'
import { writeOutput } from '../node/output-file.js'
import type { CommandApi } from './command-api.js'
import { Exit, forFlag, UsageError } from './errors.js'
import { addFlags, firstGiven, optionsIn, withFlagNames, type FlagsOf, type FlagTable } from './flags.js'
import { colors, formatJson } from './print.js'
import { checkOut } from './values.js'
import { readProfileFile } from './profile-flag.js'
import { checkClientFlags, serviceFlags, verifyFlags } from './verification-flags.js'

const probeFlags = compiled((api) => {
  const service = serviceFlags(api)
  const { of, probed } = api.fixtures ?? { of: 'a record', probed: [] }
  const names = probed.length > 0 ? `: ${[probed.slice(0, -1).join(', '), probed.at(-1)].join(' or ')}` : ''
  return {
    ...service,
    fixture: {
      ...service.fixture,
      help: `id of ${of} of the service${names}; may be repeated`,
    },
    out: { value: '<file>', help: 'write the measured values to this file, as a profile for --profile' },
    check: { value: '<file>', help: 'compare the service with a profile that a probe has written' },
    dryRun: { help: 'only print the requests' },
    json: { help: 'print the result as JSON' },
    against: { ...verifyFlags(api).against, argument: 'the URL' },
  } as const satisfies FlagTable
})

type ProbeFlags = FlagsOf<ReturnType<typeof probeFlags>>

const CHANGED = 1
const PROBLEM = 2

async function run(
  { api, loadProbe }: CommandApi,
  flags: ProbeFlags,
  print: (text: string) => unknown,
): Promise<void> {
  const { out, check, dryRun, json } = flags
  checkClientFlags(flags)
  const ofResult = dryRun ? firstGiven(flags, ['out', 'check', 'json']) : undefined
  if (ofResult !== undefined)
    throw new UsageError(
      `${ofResult} needs a result; remove it, or --dry-run, which only prints the requests`,
    )
  const table = probeFlags(api)
  const { against } = (await optionsIn(table, flags)) as { readonly against: ServiceOptions }
  // Before the first request.
  checkOut(flags, 'a profile', (profile) => checkProfileFile(api, profile))
  const before = check === undefined ? undefined : readProfileFile(api, check, '--check')
  const [{ checkService, probe, createProfile }, { compare, formatRequests }, probed] = await Promise.all([
    import('../probe/probe.js'),
    import('../probe/format-probe.js'),
    loadProbe(),
  ])
  await withFlagNames(table, flags, () => checkService(probed, against))
  if (dryRun) return void print(formatRequests(probed))
  const report = await probe(probed, against)
  const [values, source] = before ? [before.assumptions, 'the file'] : [settingsFor(api), 'conmock']
  const { same, different, text } = compare(report, values, source, colors)
  print(json ? formatJson(report) : text)
  if (before && different > 0) throw new Exit(CHANGED)
  if (same + different === 0)
    throw new Exit(PROBLEM, before ? 'nothing was compared' : 'nothing was measured')
  if (out === undefined) return
  forFlag('--out', () => writeOutput(out, formatJson(createProfile(report, new Date()))))
}

/** `conmock probe`: finds out which variants of the assumptions a real service has. */
export function probeCommand(commands: CommandApi, print: (text: string) => unknown): Command {
  return addFlags(new Command('probe'), probeFlags(commands.api))
    .description(
      'measure how a real service fills the gaps in the API specification; sends a few GET requests; exit code 1: --check found a change, 2: a problem',
    )
    .argument('<url>', `base URL of the real service, without ${commands.api.prefix}`)
    .action((against: string, flags: ProbeFlags) => run(commands, { ...flags, against }, print))
}
