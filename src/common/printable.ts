/** Replaces control characters, which could change a terminal, and line separators. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD')
}

/** Puts a text on one line, and replaces control characters. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '))
}
