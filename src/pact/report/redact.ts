import type { VerificationReport } from './report.js'

const REDACTED = '[redacted]'

/** A shorter secret could be a part of any word, so it is only replaced if it is the whole text. */
const MIN_SECRET_LENGTH = 8

export type Redact = (text: string) => string

/** Returns the forms in which a response may repeat a secret: as it is, in a URL, in JSON. */
function listForms(secret: string): string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
}

export function redactor(secrets: readonly string[]): Redact {
  // The longest form comes first, because one secret may be the beginning of another.
  const forms = secrets.flatMap(listForms).toSorted((a, b) => b.length - a.length)
  return (text) => {
    let result = text
    for (const form of forms) {
      if (form.length >= MIN_SECRET_LENGTH) result = result.replaceAll(form, REDACTED)
      else if (result === form || result === `Bearer ${form}`) result = REDACTED
    }
    return result
  }
}

const MAX_DEPTH = 50

function redactedValue(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') {
    const text = redact(String(value))
    return text === String(value) ? value : text
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return '…'
  if (Array.isArray(value)) return value.map((item) => redactedValue(item, redact, depth + 1))
  const entries = Object.entries(value).map(([name, member]) => [
    redact(name),
    redactedValue(member, redact, depth + 1),
  ])
  return Object.fromEntries(entries)
}

function redactedPart<Part extends object>(part: Part, kept: readonly (keyof Part)[], redact: Redact): Part {
  const entries = Object.entries(part).map(([name, value]) => [
    name,
    kept.includes(name as keyof Part) ? (value as unknown) : redactedValue(value, redact),
  ])
  return Object.fromEntries(entries) as Part
}

/** Replaces secrets in a report. The target may have repeated them in its response. */
export function redacted(report: VerificationReport, redact: Redact): VerificationReport {
  const interactions = report.interactions.map((interaction) => ({
    ...redactedPart(interaction, ['outcome', 'mismatches'], redact),
    mismatches: interaction.mismatches.map((mismatch) => redactedPart(mismatch, ['part'], redact)),
  }))
  return { ...redactedPart(report, ['outcome', 'target', 'interactions'], redact), interactions }
}
