import { version } from '../common/version.js'
import { assumptionNames, type AssumptionName } from '../contract/assumptions.js'
import type { ProfileFile } from '../contract/profile-file.js'
import type { Finding, ProbeReport } from './report.js'

/** Returns the measured assumptions as a profile. The same findings give the same file. */
export function profileOf({ findings, measured, profile }: ProbeReport): ProfileFile {
  const rows = Object.entries(findings)
    .filter(([, { verdict }]) => verdict === 'measured')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { value }]) => [name, value!] as const)
  return {
    $schema: './node_modules/conmock/profile.schema.json',
    conmock: version,
    extends: profile,
    measured,
    assumptions: Object.fromEntries(rows),
  }
}

/** An assumption of a profile, and what the service does now. */
export interface Comparison {
  readonly name: AssumptionName
  /** The variant in the profile. */
  readonly before: string
  readonly now: Finding
  readonly result: 'same' | 'changed' | 'not compared'
}

/** Compares a profile with a new probe. */
export function compare({ assumptions }: ProfileFile, { findings }: ProbeReport): Comparison[] {
  // A newer version of conmock may have written assumptions that this one does not know.
  const known = assumptionNames.filter((name) => assumptions[name] !== undefined)
  return known.map((name) => {
    const [before, now] = [String(assumptions[name]), findings[name]]
    if (now.verdict === 'no such variant') return { name, before, now, result: 'changed' }
    if (now.verdict !== 'measured') return { name, before, now, result: 'not compared' }
    return { name, before, now, result: String(now.value) === before ? 'same' : 'changed' }
  })
}
