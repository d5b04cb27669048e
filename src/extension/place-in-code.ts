/** The folder of this module: the code of conmock. */
const OWN = new URL('.', import.meta.url).href.replace(/^file:\/\//, '')

function isOwn(line: string): boolean {
  return /node_modules|node:|<anonymous>\)/.test(line) || line.includes(OWN)
}

/** Returns the line of the team's code in the stack of an error. */
export function placeInCode(error: unknown): string | undefined {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return lines.find((line) => /^\s+at /.test(line) && !isOwn(line))?.trim()
}
