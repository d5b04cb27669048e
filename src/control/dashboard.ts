import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DASHBOARD_ROOT } from './control-path.js'

/** The built dashboard. The path is the same from `src/control/` and from `dist/chunks/`. */
const folder = fileURLToPath(new URL('../../dist/dashboard/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

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
].join('; ')

const headers = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

/** Names of files that Vite has created: the page, its icon, and everything else in `assets`. */
const FILE = /^(?:index\.html|icon\.svg|assets\/[\w-]+\.(?:js|css))$/

const files = new Map<string, Buffer>()

function read(name: string): Buffer {
  const known = files.get(name)
  if (known) return known
  const content = readFileSync(path.join(folder, name))
  files.set(name, content)
  return content
}

/** Returns a file of the dashboard, or `undefined` if it does not exist. `/` is the page. */
export function dashboardFile(requestPath: string): Response | undefined {
  const name = requestPath === '/' ? 'index.html' : requestPath.slice(DASHBOARD_ROOT.length)
  if (!FILE.test(name)) return undefined
  try {
    const cached = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return new Response(new Uint8Array(read(name)), {
      headers: { ...headers, 'cache-control': cached, 'content-type': types[path.extname(name)]! },
    })
  } catch {
    // A page of an earlier version asks for files that no longer exist.
    return undefined
  }
}
