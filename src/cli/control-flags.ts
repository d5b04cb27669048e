import { once } from 'node:events'
import type { RunningServer, ServerOptions } from '../server.js'
import { formatError, reasonOf, UsageError } from './errors.js'
import { firstGiven, onlyGiven } from './values.js'

/** The reason if the user has not turned off the control plane. */
export const WHY_CONTROL_IS_OFF =
  'because other machines can reach the server; turn it on with --control-token TOKEN'

/** The flags of the control plane and the dashboard. */
export interface ControlFlags {
  readonly control: boolean
  readonly controlHost?: readonly string[]
  readonly controlToken?: string
  readonly open?: boolean
}

/** Merges the flags of the control plane into its options in the configuration file. */
export function controlFrom(
  { control, controlHost, controlToken, open }: ControlFlags,
  config: Pick<ServerOptions, 'control'>,
): Pick<ServerOptions, 'control'> {
  if (!control) {
    const flag = firstGiven({ controlHost, controlToken, open })
    if (flag === undefined) return { control: false }
    throw new UsageError(`${flag} cannot be combined with --no-control`)
  }
  if (controlHost === undefined && controlToken === undefined) return {}
  const inFile = typeof config.control === 'object' ? config.control : {}
  return { control: { ...inFile, ...onlyGiven({ hosts: controlHost, token: controlToken }) } }
}

/**
 * Returns the URL of the dashboard for `--open`.
 *
 * @throws UsageError If the control plane is off. This is only known when the server listens, because the host may be a name.
 */
export function dashboardOf({ dashboard }: RunningServer, { control }: ServerOptions): string {
  if (dashboard !== undefined) return dashboard
  throw new UsageError(
    control === false
      ? '--open needs the control plane, which the option "control" of the configuration file turns off'
      : `--open needs the control plane, which is off ${WHY_CONTROL_IS_OFF}`,
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
    err(formatError([`--open: cannot open a browser (${reasonOf(error)}); open ${url} yourself`]))
  }
}
