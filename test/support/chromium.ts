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
 * Where Chromium is: what CHROMIUM_PATH says, or the first of the usual places.
 *
 * @throws Error With what to install, when there is none.
 */
export function chromiumPath(): string {
  const chosen = process.env['CHROMIUM_PATH']
  const found = (chosen === undefined ? usual : [chosen]).find((path) => existsSync(path))
  if (found !== undefined) return found
  const missing =
    chosen === undefined ? 'there is no Chromium' : `there is no ${chosen}, which CHROMIUM_PATH names`
  throw new Error(`${missing}: install Debian's package chromium, or set CHROMIUM_PATH to the program`)
}

/** For a Chromium that runs as root in a container, keeps to itself, and finds no host but this one. */
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
