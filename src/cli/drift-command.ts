import { Command } from 'commander'
import type { ComparisonReport } from '../pact.js'
import { Exit } from './exit.js'
import { keepingStdout, colors, safeJson } from './print.js'
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

const codes: { readonly [Of in ComparisonReport['outcome']]: number } = { same: 0, different: 1, problem: 2 }

/** `conmock drift`: verifies pacts against the mock and a real service, and says where they disagree. */
export function driftCommand(print: (text: string) => unknown): Command {
  return addVerificationFlags(new Command('drift'))
    .description(
      'verify pacts against the mock and a real service, and show where they differ; without pacts, those of conmock itself; exit code 1: they differ, 2: a problem',
    )
    .requiredOption('--against <url>', 'the real service; ends before /api/v0')
    .option(
      '--max-skipped <number>',
      'how many interactions may be skipped (default: any number)',
      wholeNumber,
    )
    .action(async (pacts: string[], flags: DriftFlags) => {
      const { compareProviders, formatComparison, formatJunit } = await import('../pact.js')
      const report = await keepingStdout(async () => {
        const { maxSkipped } = flags
        const options = { ...(await verificationFrom(pacts, flags)), maxSkipped, mock: await mockFrom(flags) }
        const against = serviceFrom('--against', flags.against, flags)
        return inTermsOfFlags('--against', () => compareProviders({ ...options, against }))
      })
      if (flags.junit !== undefined) writeFileOf('--junit', flags.junit, formatJunit(report))
      print(flags.json ? `${safeJson(report)}\n` : `${formatComparison(report, colors)}\n`)
      const code = codes[report.outcome]
      if (code !== 0) throw new Exit(code)
    })
}
