import { Command } from 'commander'
import type { DriftReport } from '../pact.js'
import { Exit } from './errors.js'
import { redirectStdoutToStderr, colors, formatJson } from './print.js'
import { wholeNumber, writeFileOf } from './values.js'
import {
  addVerificationFlags,
  inTermsOfFlags,
  mockFrom,
  serviceFrom,
  verificationFrom,
  type VerificationFlags,
} from './verification-flags.js'

interface DriftFlags extends VerificationFlags {
  readonly against: string
  readonly maxSkipped?: number
}

const codes: { readonly [Of in DriftReport['outcome']]: number } = { same: 0, different: 1, problem: 2 }

/** `conmock drift`: verifies pacts against the mock and a real service, and shows where they differ. */
export function driftCommand(print: (text: string) => unknown): Command {
  return addVerificationFlags(new Command('drift'))
    .description(
      'verify pacts against the mock and a real service, and show where they differ (default: the reference pacts of conmock); exit code 1: they differ, 2: a problem',
    )
    .requiredOption('--against <url>', 'base URL of the real service, without /api/v0')
    .option(
      '--max-skipped <number>',
      'fail if more interactions than this are skipped (default: any number may be skipped)',
      wholeNumber,
    )
    .action(async (pacts: string[], flags: DriftFlags) => {
      const { findDrift } = await import('../pact.js')
      const { formatDrift, formatJunit } = await import('../internal/pact.js')
      const report = await redirectStdoutToStderr(async () => {
        const { maxSkipped } = flags
        const options = { ...(await verificationFrom(pacts, flags)), maxSkipped, mock: await mockFrom(flags) }
        const against = serviceFrom(flags.against, flags)
        return inTermsOfFlags(() => findDrift({ ...options, against }))
      })
      if (flags.junit !== undefined) writeFileOf('--junit', flags.junit, formatJunit(report))
      print(flags.json ? formatJson(report) : `${formatDrift(report, colors)}\n`)
      const code = codes[report.outcome]
      if (code !== 0) throw new Exit(code)
    })
}
