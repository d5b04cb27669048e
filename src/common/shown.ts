const MAX_NAMES_SHOWN = 10

/** Lists names for a message: at most ten, then how many others there are. */
export function listNames(names: readonly string[]): string {
  const list = names.slice(0, MAX_NAMES_SHOWN).join(', ')
  const more = names.length - MAX_NAMES_SHOWN
  return more > 0 ? `${list} and ${more} more` : list
}

/** Formats a value that has the wrong type, so a number in quotes is not taken for a number. */
export function shownWithType(input: unknown): string {
  return typeof input === 'string' ? `the string "${input}"` : shown(input)
}

/** Formats any value for a message. */
export function shown(input: unknown): string {
  if (typeof input === 'string' || typeof input === 'number') return String(input)
  try {
    return JSON.stringify(input) ?? typeof input
  } catch {
    return typeof input
  }
}
