import { isPlainObject } from '../../contract/plain-object.js'
import type { InteractionReport, Mismatch, VerificationReport } from './report.js'

/** What stands where a secret was. */
const REDACTED = '[redacted]'

/** A shorter secret may stand in any word, so only a text that is nothing else is taken for it. */
const LEAST_LENGTH = 8

/** A function that takes secrets out of a text. */
export type Redact = (text: string) => string

/** The forms in which a secret may come back: as it is, in a URL, in JSON, in Basic credentials. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  return [...new Set([...forms, bytes.toString('base64'), bytes.toString('base64url')])]
}

/** @param secrets Asked each time: tokens may be got while a verification runs. */
export function redactor(secrets: () => readonly string[]): Redact {
  return (text) => {
    let result = text
    for (const secret of secrets().flatMap(formsOf)) {
      if (secret.length >= LEAST_LENGTH) result = result.replaceAll(secret, REDACTED)
      else if (result === secret || result === `Bearer ${secret}`) result = REDACTED
    }
    return result
  }
}

/** Passes a stream of texts on line by line, so that no secret lies across two of them; `end` passes on the rest. */
export function redactedLines(
  redact: Redact,
  tell: (text: string) => void,
): {
  readonly take: (text: string) => void
  readonly end: () => void
} {
  let rest = ''
  return {
    take(text) {
      rest += text
      const end = rest.lastIndexOf('\n') + 1
      if (end === 0) return
      tell(redact(rest.slice(0, end)))
      rest = rest.slice(end)
    },
    end() {
      if (rest !== '') tell(redact(rest))
      rest = ''
    },
  }
}

/** A value without secrets in its texts, at any depth. Names of members stay. */
function redactedValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') {
    const text = redact(String(value))
    return text === String(value) ? value : text
  }
  if (Array.isArray(value)) return value.map((item: unknown) => redactedValue(item, redact))
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [name, redactedValue(member, redact)])
  return Object.fromEntries(entries)
}

function redactedMismatch(mismatch: Mismatch, redact: Redact): Mismatch {
  const { message, ...rest } = mismatch
  const actual = 'actual' in rest ? { actual: redactedValue(rest.actual, redact) } : {}
  return { ...rest, ...actual, message: redact(message) }
}

function redactedInteraction(interaction: InteractionReport, redact: Redact): InteractionReport {
  const { reason, said, mismatches } = interaction
  return {
    ...interaction,
    mismatches: mismatches.map((mismatch) => redactedMismatch(mismatch, redact)),
    ...(reason === undefined ? {} : { reason: redact(reason) }),
    ...(said === undefined ? {} : { said: redact(said) }),
  }
}

/** A report without secrets in what comes from the target: it may repeat what it was sent. */
export function redacted(report: VerificationReport, redact: Redact): VerificationReport {
  return {
    ...report,
    interactions: report.interactions.map((each) => redactedInteraction(each, redact)),
    problems: report.problems.map(redact),
  }
}
