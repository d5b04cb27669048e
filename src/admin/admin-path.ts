import { isPlainObject } from '../common/plain-object.js'

/** The path below which the whole admin API is, except `/`. */
const ADMIN_ROOT = '/__conmock'

/** The path of the members. Below it are the calls. */
export const MEMBERS_PATH = `${ADMIN_ROOT}/v1`

/** The path of the description of the API. */
export const API_PATH = `${MEMBERS_PATH}/api`

export const EVENTS_PATH = `${MEMBERS_PATH}/events`

/** Path of the health check. It needs no token and allows every Host. */
export const HEALTH_PATH = `${ADMIN_ROOT}/health`

/** Whether JSON from this path is the answer of conmock. */
export function isHealth(json: unknown): json is { readonly version: string } {
  return isPlainObject(json) && json['status'] === 'ok' && typeof json['version'] === 'string'
}

/** Path in front of the files of the dashboard, except the page itself, which is at `/`. */
export const DASHBOARD_ROOT = `${ADMIN_ROOT}/dashboard/`

/** Whether a path is a file of the dashboard. The files are the same for everybody and contain no data. */
export function isDashboardPath(path: string): boolean {
  return path === '/' || path.startsWith(DASHBOARD_ROOT)
}

/** Whether a path belongs to the admin API. The server answers all other paths with the API. */
export function isAdminPath(path: string): boolean {
  return path === '/' || path === ADMIN_ROOT || path.startsWith(`${ADMIN_ROOT}/`)
}
