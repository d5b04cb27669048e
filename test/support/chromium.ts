import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of Chromium: CHROMIUM_PATH, or the first existing path of the usual ones.
 *
 * @throws Error If Chromium does not exist. The message says what to install.
 */
export function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH']
  const found = (chosen === undefined ? usual : [chosen]).find((path) => existsSync(path))
  if (found !== undefined) return found
  const missing =
    chosen === undefined ? 'there is no Chromium' : `there is no ${chosen}, which CHROMIUM_PATH names`
  throw new Error(`${missing}: install Debian's package chromium, or set CHROMIUM_PATH to the program`)
}

/** Chromium can run as root in a container, sends no requests of its own, and only finds this host. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArguments] })
}
