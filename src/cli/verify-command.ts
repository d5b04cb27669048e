import { Command } from 'commander'
import type { VerificationReport } from '../pact/report/report.js'
import { writeOutput } from '../node/output-file.js'
import type { CommandApi } from './command-api.js'
import { Exit, forFlag } from './errors.js'
import { addFlags, withFlagNames } from './flags.js'
import { redirectStdoutToStderr, colors, formatJson } from './print.js'
import { optionsFrom, verifyFlags, type VerifyFlags } from './verification-flags.js'

const VERIFIED = 0

/** Runs a verification. Returns its report and the exit code, also for a failure. */
async function verify(
  base: CommandApi,
  pacts: readonly string[],
  flags: VerifyFlags,
): Promise<{ report: VerificationReport; code: number }> {
  const { options, commands } = await optionsFrom(base, pacts, flags)
  const [{ VerificationError }, { verifyPacts }, verified] = await Promise.all([
    import('../pact/report/report.js'),
    import('../pact/verification/verify.js'),
    commands.loadPacts(),
  ])
  try {
    const report = await withFlagNames(verifyFlags(commands.api), flags, () => verifyPacts(verified, options))
    return { report, code: VERIFIED }
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error
    return { report: error.report, code: error.exitCode }
  }
}

/** `conmock verify`: verifies pacts against the mock or a real service. */
export function verifyCommand(commands: CommandApi, print: (text: string) => unknown): Command {
  return addFlags(new Command('verify'), verifyFlags(commands.api))
    .description(
      'verify pacts against the mock or a real service (default: the folder pacts); exit code 1: a pact is broken, 2: a problem',
    )
    .argument('[pacts...]', 'files, folders and glob patterns')
    .action(async (pacts: string[], flags: VerifyFlags) => {
      const { report, code } = await redirectStdoutToStderr(() => verify(commands, pacts, flags))
      const [{ formatJunit }, { formatReport }] = await Promise.all([
        import('../pact/report/format-junit.js'),
        import('../pact/report/format-report.js'),
      ])
      print(flags.json ? formatJson(report) : `${formatReport(report, colors)}\n`)
      const { junit } = flags
      if (junit !== undefined) forFlag('--junit', () => writeOutput(junit, formatJunit(report)))
      if (code !== VERIFIED) throw new Exit(code)
    })
}
