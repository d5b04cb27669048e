import { computed, signal } from '@preact/signals'
import { views, type View } from './views.js'

export { views, type View }

interface Place {
  readonly view: View
  /** The part below the view, such as `users` in `#/data/users`. */
  readonly section: string
  readonly sandbox: string
}

const DEFAULT_SANDBOX = 'default'

/** Users edit the fragment, so it may be anything. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parse(fragment: string): Place {
  const [path = '', query] = fragment.split('?', 2)
  const [, view, section = ''] = path.split('/')
  return {
    view: views.find((each) => each === view) ?? 'requests',
    section: decode(section),
    sandbox: new URLSearchParams(query).get('sandbox') || DEFAULT_SANDBOX,
  }
}

const place = signal(parse(location.hash))
addEventListener('hashchange', () => {
  place.value = parse(location.hash)
})

export const view = computed(() => place.value.view)
export const section = computed(() => place.value.section)

export const sandbox = computed(() => place.value.sandbox)

export function linkTo(
  to: View,
  options: { readonly section?: string; readonly sandbox?: string } = {},
): string {
  const { section: below, sandbox: name = sandbox.value } = options
  const query = name === DEFAULT_SANDBOX ? '' : `?sandbox=${encodeURIComponent(name)}`
  return `#/${to}${below ? `/${encodeURIComponent(below.toWellFormed())}` : ''}${query}`
}

export function showSandbox(name: string): void {
  // Not the signals: after a click on a link, they change later than the fragment.
  const { view: to, section: below } = parse(location.hash)
  location.hash = linkTo(to, { section: below, sandbox: name })
}
