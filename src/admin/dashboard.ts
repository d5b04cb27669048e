import { readFileSync } from 'node:fs'
import { DASHBOARD_ROOT } from './admin-path.js'
import { AdminError, type AdminAnswer } from './answers.js'

/** The built dashboard. The path is the same from `src/admin/` and from `dist/chunks/`. */
const folder = new URL('../../dist/dashboard/', import.meta.url)

/** Names and types of the files that Vite has written, by the path of their requests. No other file can be requested. */
const files: ReadonlyMap<string, readonly [name: string, type: string]> = new Map([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  [`${DASHBOARD_ROOT}main.js`, ['main.js', 'text/javascript; charset=utf-8']],
  [`${DASHBOARD_ROOT}main.css`, ['main.css', 'text/css; charset=utf-8']],
  [`${DASHBOARD_ROOT}icon.svg`, ['icon.svg', 'image/svg+xml']],
])

/** Everything is forbidden except files of this server and requests to it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const pageHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/**
 * Returns a file of the dashboard, or `undefined` if it does not exist. `/` is the page.
 *
 * @throws AdminError If the dashboard is not built. The npm package contains it, a clone of the repository does not.
 */
export function dashboardFile(path: string): AdminAnswer | undefined {
  const [name, type] = files.get(path) ?? []
  if (name === undefined || type === undefined) return undefined
  try {
    const body = readFileSync(new URL(name, folder))
    return { status: 200, body, headers: { ...pageHeaders, 'content-type': type } }
  } catch {
    throw new AdminError(404, 'the dashboard is not built: run "npm run build" in the folder of conmock')
  }
}
