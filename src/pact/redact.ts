import { isMembers } from '../contract/members.js'

/** What stands where a secret was. */
const REDACTED = '[redacted]'

/** A function that takes secrets out of a text. */
export type Redact = (text: string) => string

/** @param secrets Asked each time: tokens may be got while a verification runs. */
export function redactor(secrets: () => readonly string[]): Redact {
  return (text) => {
    let result = text
    for (const secret of secrets()) {
      if (secret === '') continue
      result = result.replaceAll(secret, REDACTED)
    }
    return result
  }
}

/** A value without secrets in its texts, at any depth. */
export function redacted<Value>(value: Value, redact: Redact): Value {
  if (typeof value === 'string') return redact(value) as Value
  if (Array.isArray(value)) return value.map((item: unknown) => redacted(item, redact)) as Value
  if (!isMembers(value)) return value
  const entries = Object.entries(value).map(([name, member]) => [redact(name), redacted(member, redact)])
  return Object.fromEntries(entries) as Value
}
