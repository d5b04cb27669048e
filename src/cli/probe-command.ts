import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { Exit, UsageError } from './errors.js'
import { colors, formatJson } from './print.js'
import { readProfileFile } from './profile-flag.js'
import { checkFolderOf, writeFileOf } from './values.js'
import { addServiceFlags, inTermsOfFlags, serviceFrom, type ServiceFlags } from './verification-flags.js'

interface ProbeFlags extends ServiceFlags {
  readonly out?: string
  readonly check?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

const CHANGED = 1
const PROBLEM = 2

const fixtures =
  'id of a user of the service: userId, userWithPreferredNameAbsent, userWithoutRecord or unknownUser; may be repeated'

/** Checks before the first request that the file can be written. Only another profile is overwritten. */
function checkOut(file: string): void {
  if (file === '') throw new UsageError('--out: expected the name of a file')
  checkFolderOf('--out', file)
  if (existsSync(file)) readProfileFile('--out', file)
}

async function run(url: string, flags: ProbeFlags, print: (text: string) => unknown): Promise<void> {
  const { out, check, dryRun, json } = flags
  if (out !== undefined && check !== undefined) {
    throw new UsageError('--out and --check cannot be combined; remove one of them')
  }
  const against = serviceFrom(url, flags)
  const before = check === undefined ? undefined : readProfileFile('--check', check)
  if (out !== undefined) checkOut(out)
  const lib = await import('../internal/probe.js')
  await inTermsOfFlags(async () => lib.checkService(against), 'the URL')
  if (dryRun) return void print(lib.formatRequests())
  const report = await lib.probe(against)
  const [values, source] = before ? [before.assumptions, 'the file'] : [lib.resolveSettings({}), 'conmock']
  const { same, different, text } = lib.compare(report, values, source, colors)
  print(json ? formatJson(report) : text)
  if (before && different > 0) throw new Exit(CHANGED)
  if (same + different === 0)
    throw new Exit(PROBLEM, before ? 'nothing was compared' : 'nothing was measured')
  if (out !== undefined) writeFileOf('--out', out, formatJson(lib.profileOf(report, new Date())))
}

/** `conmock probe`: finds out which variants of the assumptions a real service has. */
export function probeCommand(print: (text: string) => unknown): Command {
  const description =
    'find out what a real service does where the API specification is open; sends a few GET requests; exit code 1: --check found a change, 2: a problem'
  return addServiceFlags(new Command('probe').description(description), fixtures)
    .argument('<url>', 'base URL of the real service, without /api/v0')
    .option('--out <file>', 'write the measured values to this file, as a profile for --profile')
    .option('--check <file>', 'compare the service with a profile that a probe has written')
    .option('--dry-run', 'only print the requests')
    .option('--json', 'print the result as JSON')
    .action((url: string, flags: ProbeFlags) => run(url, flags, print))
}
