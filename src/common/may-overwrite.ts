/**
 * Whether a file with this text may be overwritten: it is empty, or has the expected content.
 *
 * @param read Reads the content. Throws if it is not the expected one.
 */
export function mayOverwrite(text: string, read: (json: unknown) => unknown): boolean {
  try {
    if (text.trim() !== '') read(JSON.parse(text))
    return true
  } catch {
    return false
  }
}
