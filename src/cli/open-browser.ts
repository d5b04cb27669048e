import { once } from 'node:events'
import { formatError, getReason } from './errors.js'

/** Opens a page in the default browser. If this fails, it prints one line. Resolves when the program that opens it has ended. */
export async function openBrowser(url: string, err: (text: string) => void): Promise<void> {
  try {
    const { default: open } = await import('open')
    const program = await open(url)
    // On Windows, the program has already ended. Elsewhere, it finds out later that there is no display or no browser.
    const [code] = program.exitCode === null ? await once(program, 'exit') : [program.exitCode]
    if (code !== 0 && code !== null) throw new Error(`${program.spawnfile} ended with exit code ${code}`)
  } catch (error) {
    err(formatError([`--open: cannot open a browser (${getReason(error)}); open ${url} yourself`]))
  }
}
