import { signal } from '@preact/signals'

const KEY = 'conmock-control-token'

/** The token of `--control-token`, which the user has entered. Other tabs and later sessions do not get it. */
export const controlToken = signal(sessionStorage.getItem(KEY) ?? '')

/** Whether the server has refused the token, or needs one. */
export const needsControlToken = signal(false)

/** Uses a token for all further requests to the control plane. */
export function enterControlToken(token: string): void {
  sessionStorage.setItem(KEY, token)
  controlToken.value = token
  needsControlToken.value = false
}

/** The headers of every request to the control plane. */
export function controlHeaders(): Record<string, string> {
  const { value } = controlToken
  return value === '' ? {} : { authorization: `Bearer ${value}` }
}
