import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { Status } from '../../parts/badges.js'
import { CopyButton } from '../../parts/button.js'
import { readable, Text } from '../../parts/text.js'
import { linkTo } from '../../state/location.js'
import { durationText, numberText } from '../../common/format.js'
import type { Exchange } from './api-request.js'

/** The browser needs seconds to lay out a text of a million characters. */
const MAX_SHOWN = 20_000

function Body({ exchange: { body, json, problem } }: { readonly exchange: Exchange }) {
  const { text, length } = useMemo(() => {
    // The raw text shows what is wrong with it.
    const all = problem === undefined ? JSON.stringify(json, undefined, 2) : body
    return { text: readable(all.slice(0, MAX_SHOWN), { lines: true }), length: all.length }
  }, [body])
  if (body === '') return null
  return (
    <section aria-label="Body">
      <header class="toolbar">
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
      <pre class="code" tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

function ResponseHeaders({ headers }: NonNullable<Exchange['response']>) {
  return (
    <details open>
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

interface ShownResponseProps {
  readonly exchange: Exchange
  readonly children: ComponentChildren
}

export function ShownResponse({ exchange, children }: ShownResponseProps) {
  const { response, problem, durationMs } = exchange
  return (
    <>
      <p class="toolbar" role="status">
        <Status of={response?.status ?? 0} />
        <span>{durationText(durationMs)}</span>
        <a href={linkTo('requests')}>See it in Requests</a>
      </p>
      {problem !== undefined && (
        <p class="note failed" role="alert">
          <Text of={problem} max={500} />
        </p>
      )}
      {children}
      <Body exchange={exchange} />
      {response && <ResponseHeaders {...response} />}
    </>
  )
}
