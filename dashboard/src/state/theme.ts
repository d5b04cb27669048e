import { signal } from '@preact/signals'
import { readStored, store } from '../common/storage.js'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'conmock-theme'

const stored = readStored('localStorage', KEY)

/** The colors of the page. `system` follows the settings of the computer. */
export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

theme.subscribe((value) => {
  document.documentElement.dataset['theme'] = value
  store('localStorage', KEY, value)
})
