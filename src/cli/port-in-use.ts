import { HEALTH_PATH, isHealth } from '../admin/admin-path.js'
import { urlHost } from '../common/hosts.js'
import { ServerStartError } from '../server/start-server.js'
import { UsageError } from './errors.js'

/** Long enough for a busy machine. */
const MS_TO_ANSWER = 5000

/** Whether a conmock answers at a URL. */
async function isConmock(url: string): Promise<boolean> {
  try {
    const response = await fetch(url + HEALTH_PATH, { signal: AbortSignal.timeout(MS_TO_ANSWER) })
    return isHealth(await response.json())
  } catch {
    return false
  }
}

/** Adds the flag to the error for a port that is in use, and the conmock that uses it. Returns any other error unchanged. */
export async function explainStartError(error: unknown): Promise<unknown> {
  if (!(error instanceof ServerStartError)) return error
  const { code, address = '', port } = error.cause as { code?: string; address?: string; port?: number }
  if (code !== 'EADDRINUSE') return error
  const place = `${urlHost(address)}:${port}`
  const other = `http://${place}`
  const what = (await isConmock(other)) ? `another conmock already runs at ${other}` : `${place} is in use`
  return new UsageError(`${what}; use --port 0 for any free port, or --port NUMBER`)
}
