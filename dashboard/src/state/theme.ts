import { signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'conmock-theme'

const stored = localStorage.getItem(KEY)

/** The colors of the page. `system` follows the settings of the computer. */
export const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

theme.subscribe((value) => {
  document.documentElement.dataset['theme'] = value
  localStorage.setItem(KEY, value)
})
