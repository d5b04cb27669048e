import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { urlHost } from '../common/hosts.js'
import { HEALTH_PATH, isHealth } from '../admin/admin-path.js'
import { ServerStartError } from '../server.js'
import { UsageError } from './errors.js'

/** Long enough for a busy machine. */
const MS_TO_ANSWER = 5000

/** Whether a conmock answers at a URL. */
async function isConmock(url: string): Promise<boolean> {
  try {
    const { get } = url.startsWith('https:') ? await import('node:https') : await import('node:http')
    // Node may not know the certificate, and nothing secret is sent.
    const options = { rejectUnauthorized: false, signal: AbortSignal.timeout(MS_TO_ANSWER) }
    // After the response, an error of the request would end the process.
    const request = get(url + HEALTH_PATH, options).on('error', () => undefined)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return isHealth(await json(response))
  } catch {
    return false
  }
}

/** Returns the URL at which a conmock answers. */
async function findConmock(place: string): Promise<string | undefined> {
  const urls = [`http://${place}`, `https://${place}`]
  const answers = await Promise.all(urls.map((url) => isConmock(url)))
  return urls[answers.indexOf(true)]
}

/** Adds the flag to the error for a port that is in use, and the conmock that uses it. Returns any other error unchanged. */
export async function explainStartError(error: unknown): Promise<unknown> {
  if (!(error instanceof ServerStartError)) return error
  const { code, address = '', port } = error.cause as { code?: string; address?: string; port?: number }
  if (code !== 'EADDRINUSE') return error
  const place = `${urlHost(address)}:${port}`
  const other = await findConmock(place)
  const what = other === undefined ? `${place} is in use` : `another conmock already runs at ${other}`
  return new UsageError(`${what}; use --port 0 for any free port, or --port NUMBER`)
}

/** The ports that browsers and `fetch` refuse (Fetch Standard, "bad port"), of those that need no special rights. */
const REFUSED = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
])

/** Prints a warning if no browser sends requests to this URL. */
export function warnAboutPort(url: string, print: (text: string) => void): void {
  const port = Number(new URL(url).port)
  if (!REFUSED.has(port)) return
  print(`conmock: browsers and fetch refuse port ${port} (ERR_UNSAFE_PORT, "bad port"); use another --port\n`)
}
