import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * A Chromium without a window, which finds no host but this one.
 *
 * @throws If there is none where CHROMIUM_PATH says, or in the usual places.
 */
export function launchChromium(): Promise<Browser> {
  const chosen = process.env['CHROMIUM_PATH']
  const executablePath = (chosen === undefined ? usual : [chosen]).find((path) => existsSync(path))
  if (executablePath === undefined) {
    throw new Error('there is no Chromium: install it, or set CHROMIUM_PATH to the program')
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  })
}
