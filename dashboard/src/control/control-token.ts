import { signal } from '@preact/signals'
import { readStored, store } from '../common/storage.js'

const KEY = 'conmock-control-token'

/** The token of `--control-token`, which the user has entered. Other tabs and later sessions do not get it. */
export const controlToken = signal(readStored('sessionStorage', KEY) ?? '')

export const needsControlToken = signal(false)

export function keepControlToken(): void {
  store('sessionStorage', KEY, controlToken.value)
  needsControlToken.value = false
}

export function controlHeaders(): Record<string, string> {
  const { value } = controlToken
  return value === '' ? {} : { authorization: `Bearer ${value}` }
}
