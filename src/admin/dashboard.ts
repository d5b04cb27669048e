import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DASHBOARD_ROOT } from './admin-path.js'
import { AdminError, type AdminAnswer } from './answers.js'

/** The built dashboard. The path is the same from `src/admin/` and from `dist/chunks/`. */
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
  "trusted-types 'none'",
].join('; ')

const safeHeaders = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

function readFile(name: string): AdminAnswer {
  // Names in `assets` contain a hash of the content.
  const caching = name.startsWith('assets/')
    ? { 'cache-control': 'max-age=31536000, immutable' }
    : { 'cache-control': 'no-cache' }
  return {
    status: 200,
    body: readFileSync(path.join(folder, name)),
    headers: { ...safeHeaders, ...caching, 'content-type': types[path.extname(name)]! },
  }
}

/** Reads all files that Vite has written. Returns them by the path of their requests. */
function readFiles(): ReadonlyMap<string, AdminAnswer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => path.extname(name) in types).map((name) => name.replaceAll('\\', '/'))
  return new Map([
    ['/', readFile('index.html')],
    ...files
      .filter((name) => name !== 'index.html')
      .map((name) => [DASHBOARD_ROOT + name, readFile(name)] as const),
  ])
}

let files: ReadonlyMap<string, AdminAnswer> | undefined

/**
 * Returns a file of the dashboard, or `undefined` if it does not exist. `/` is the page.
 *
 * The first call reads all files into memory. So a request cannot read any other file, and a page gets the scripts of its own
 * build, even if the dashboard is built again.
 *
 * @throws AdminError If the dashboard is not built. The npm package contains it, a clone of the repository does not.
 */
export function dashboardFile(requestPath: string): AdminAnswer | undefined {
  try {
    files ??= readFiles()
  } catch {
    throw new AdminError(404, 'the dashboard is not built: run "npm run build" in the folder of conmock')
  }
  return files.get(requestPath)
}
