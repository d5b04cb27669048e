// Vite finds the files in `public/` by an absolute path.
// oxlint-disable-next-line import/no-absolute-path
import icon from '/icon.svg'
import { signal } from '@preact/signals'
import { readStored, store } from '../common/storage.js'
import { Select } from '../parts/field.js'
import { knownApi } from '../state/api.js'
import { connection, type ConnectionState } from '../state/connection.js'
import { linkTo, showSandbox, sandbox } from '../state/location.js'
import { sandboxes } from '../state/sandboxes.js'

const connectionTexts: Readonly<Record<ConnectionState, string>> = {
  connecting: 'Connecting …',
  live: 'Live',
  offline: 'No connection. Trying again …',
}

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

type Theme = (typeof themes)[number]['value']

const THEME_KEY = 'conmock-theme'

const stored = readStored('localStorage', THEME_KEY)

/** The colors of the page. `system` follows the settings of the computer. */
const theme = signal<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

theme.subscribe((value) => {
  document.documentElement.style.colorScheme = value === 'system' ? '' : value
  store('localStorage', THEME_KEY, value)
})

/** Returns the sandboxes for the selector. The selected one may have been removed. */
function sandboxOptions() {
  const names = new Set([...sandboxes.value, sandbox.value])
  return [...names].map((name) => ({ value: name, label: name }))
}

export function Header() {
  return (
    <header class="top toolbar">
      <a class="brand" href={linkTo('requests')} title={knownApi.value?.title}>
        <img src={icon} alt="" width="24" height="24" />
        <span class="name">conmock</span>
      </a>
      <span class="server">{location.host}</span>
      <span class={`connection ${connection.value}`} role="status">
        <span>{connectionTexts[connection.value]}</span>
      </span>
      <Select label="Sandbox" value={sandbox.value} options={sandboxOptions()} onChange={showSandbox} />
      <Select
        label="Colors"
        value={theme.value}
        options={themes}
        onChange={(value) => (theme.value = value)}
      />
    </header>
  )
}
