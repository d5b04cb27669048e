import { once } from 'node:events'
import type { RunningServer, ServerOptions } from '../server.js'
import { formatError, getReason, UsageError } from './errors.js'

/** The reason if the user has not turned off the admin API. */
export const WHY_ADMIN_IS_OFF =
  'because other machines can reach the server; turn it on with --admin-token TOKEN'

/**
 * Returns the URL of the dashboard for `--open`.
 *
 * @throws UsageError If the admin API is off. This is only known when the server listens, because the host may be a name.
 */
export function getDashboard({ dashboard }: RunningServer, { admin }: ServerOptions): string {
  if (dashboard !== undefined) return dashboard
  throw new UsageError(
    admin === false
      ? '--open needs the admin API, which the option "admin" of the configuration file turns off'
      : `--open needs the admin API, which is off ${WHY_ADMIN_IS_OFF}`,
  )
}

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
