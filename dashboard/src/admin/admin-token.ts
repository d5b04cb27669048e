import { signal } from '@preact/signals'
import { readStored, store } from '../common/storage.js'

const KEY = 'conmock-admin-token'

/** The token of `--admin-token`, which the user has entered. Other tabs and later sessions do not get it. */
export const adminToken = signal(readStored('sessionStorage', KEY) ?? '')

export const needsAdminToken = signal(false)

export function keepAdminToken(): void {
  store('sessionStorage', KEY, adminToken.value)
  needsAdminToken.value = false
}

export function adminHeaders(): Record<string, string> {
  const { value } = adminToken
  return value === '' ? {} : { authorization: `Bearer ${value}` }
}
