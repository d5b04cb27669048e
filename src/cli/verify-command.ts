import { Command, Option } from 'commander'
import type { VerificationReport, VerifyOptions } from '../pact.js'
import { Exit } from './errors.js'
import { redirectStdoutToStderr, colors, formatJson } from './print.js'
import { UsageError } from './errors.js'
import { firstGiven, wholeNumber, writeFileOf } from './values.js'
import {
  addVerificationFlags,
  inTermsOfFlags,
  mockFrom,
  serviceFrom,
  verificationFrom,
  type VerificationFlags,
} from './verification-flags.js'

interface VerifyFlags extends VerificationFlags {
  readonly against?: string
  readonly failOn?: 'assumed'
  readonly maxSkipped?: number
}

const VERIFIED = 0

/** Runs a verification. Returns its report and the exit code, also for a failure. */
async function verify(options: VerifyOptions): Promise<{ report: VerificationReport; code: number }> {
  const { VerificationError, verifyPacts } = await import('../pact.js')
  try {
    return { report: await inTermsOfFlags(() => verifyPacts(options)), code: VERIFIED }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return { report: error.report, code: error.exitCode }
  }
}

async function optionsFrom(pacts: readonly string[], flags: VerifyFlags): Promise<VerifyOptions> {
  const options = await verificationFrom(pacts, flags)
  const { against, set, profile, config, failOn, maxSkipped } = flags
  if (against !== undefined) {
    if (set !== undefined || profile !== undefined || config !== undefined) {
      throw new UsageError('--set, --profile and --config are only for the mock; remove them, or --against')
    }
    return { ...options, failOn, maxSkipped, against: serviceFrom(against, flags) }
  }
  const { tokenEnv, fixture, clientIdEnv, clientSecretEnv, tokenUrl, clientAuth } = flags
  const unusable = firstGiven({ tokenEnv, fixture, clientIdEnv, clientSecretEnv, tokenUrl, clientAuth })
  if (unusable !== undefined)
    throw new UsageError(`${unusable} needs --against: the mock has its own tokens and users`)
  return { ...options, failOn, maxSkipped, mock: await mockFrom(flags) }
}

/** `conmock verify`: verifies pacts against the mock or a real service. */
export function verifyCommand(print: (text: string) => unknown): Command {
  return addVerificationFlags(new Command('verify'))
    .description(
      'verify pacts against the mock or a real service (default: the folder pacts); exit code 1: a pact is broken, 2: a problem',
    )
    .option(
      '--against <url>',
      'verify the real service at this base URL, without /api/v0, instead of the mock',
    )
    .addOption(
      new Option(
        '--fail-on <what>',
        'fail interactions whose response depends on an assumption of the mock',
      ).choices(['assumed']),
    )
    .option(
      '--max-skipped <number>',
      'fail if more interactions than this are not checkable in the service (default: any number)',
      wholeNumber,
    )
    .action(async (pacts: string[], flags: VerifyFlags) => {
      const { report, code } = await redirectStdoutToStderr(async () =>
        verify(await optionsFrom(pacts, flags)),
      )
      const { formatJunit, formatReport } = await import('../internal/pact.js')
      print(flags.json ? formatJson(report) : `${formatReport(report, colors)}\n`)
      if (flags.junit !== undefined) writeFileOf('--junit', flags.junit, formatJunit(report))
      if (code !== VERIFIED) throw new Exit(code)
    })
}
