import { useMemo } from 'preact/hooks'
import { numberText } from '../common/format.js'
import { CopyButton } from './button.js'
import { readable, Text } from './text.js'

/** The browser needs seconds to lay out a text of a million characters. */
const MAX_SHOWN = 20_000

/** Indents JSON. Any other text stays as it is, because it shows what is wrong with it. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}

export function ResponseBody({ body }: { readonly body: string }) {
  const { text, length } = useMemo(() => {
    const all = indented(body)
    return { text: readable(all.slice(0, MAX_SHOWN), { lines: true }), length: all.length }
  }, [body])
  if (body === '') return null
  return (
    <section aria-label="Body">
      <header class="spread">
        <h2>Body</h2>
        {length > MAX_SHOWN && (
          <span class="hint">
            The first {numberText(MAX_SHOWN)} of {numberText(length)} characters
          </span>
        )}
        <CopyButton what="body" label="Copy the whole body" text={() => body} />
      </header>
      {/* The keyboard can only scroll an element that can have the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre class="code response-body" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

interface ResponseHeadersProps {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly isOpen?: boolean
}

export function ResponseHeaders({ headers, isOpen = false }: ResponseHeadersProps) {
  return (
    <details class="response-headers" open={isOpen}>
      <summary>Headers ({headers.length})</summary>
      <dl>
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Text of={value} max={1000} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
