/** Formats any value for a message. */
export function shown(input: unknown): string {
  if (typeof input === 'string' || typeof input === 'number') return String(input)
  try {
    return JSON.stringify(input) ?? typeof input
  } catch {
    return typeof input
  }
}
