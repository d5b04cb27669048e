import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { RequestEntry } from '../../../../src/mock/request-entry.js'
import type { SentResponse } from '../../../../src/mock/sent-response.js'
import { formatCurl } from '../../common/curl.js'
import { durationText, numberText, timeText } from '../../common/format.js'
import { Origin, Status } from '../../parts/badges.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Failed } from '../../parts/page.js'
import { Code, readable, Text } from '../../parts/text.js'
import { api, originOf } from '../../state/api.js'
import { linkTo } from '../../state/location.js'
import { useResource } from '../../state/resource.js'
import { addFault } from '../faults/fault-texts.js'
import { pathWithQuery } from './entry-text.js'

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface ListRowProps {
  readonly name: string
  readonly items: readonly string[]
  readonly children: (item: string) => ComponentChildren
}

function ListRow({ name, items, children }: ListRowProps) {
  if (items.length === 0) return null
  return (
    <Row name={name}>
      <ul class="plain">
        {items.map((each) => (
          <li key={each}>{children(each)}</li>
        ))}
      </ul>
    </Row>
  )
}

function Reason({ entry: { refusal, note, fault } }: { readonly entry: RequestEntry }) {
  if (!refusal && !note && !fault) return null
  return (
    <div class={`note ${refusal ? 'refused' : ''}`}>
      {refusal && (
        <p class="why">
          <Text of={refusal.detail} max={2000} />
        </p>
      )}
      {refusal?.hint && (
        <p>
          <strong>How to fix it: </strong>
          <Text of={refusal.hint} max={2000} />
        </p>
      )}
      {note && (
        <p>
          <Text of={note} max={2000} />
        </p>
      )}
      {fault && (
        <p>
          A <a href={linkTo('faults')}>fault</a> changed this response: <Code of={fault} />
        </p>
      )}
    </div>
  )
}

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

export function Body({ body }: { readonly body: string }) {
  const { text, length } = useMemo(() => {
    const all = indented(body)
    return { text: readable(all.slice(0, MAX_SHOWN), { lines: true }), length: all.length }
  }, [body])
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

function Response({ sent: { headers, body, omitted } }: { readonly sent: SentResponse }) {
  const all = Object.entries(headers)
  return (
    <section class="column" aria-label="Response">
      {omitted && <p class="note">{omitted}</p>}
      {body && <Body body={body} />}
      {all.length > 0 && (
        <details class="response-headers">
          <summary>Headers ({all.length})</summary>
          <dl>
            {all.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <Text of={value} max={1000} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

/** Buttons that make the next request to the same operation fail like this one, or slow. */
function NextOne({ entry: { operation, status } }: { readonly entry: RequestEntry }) {
  const next = { operation, when: { first: 1 } }
  const effect = status === 0 ? { dropConnection: true as const } : { status: status < 400 ? 503 : status }
  return (
    <>
      <Button look="quiet" onClick={() => addFault({ ...next, effect })}>
        Fail next request
      </Button>
      <Button look="quiet" onClick={() => addFault({ ...next, effect: { delay: 2000 } })}>
        Slow down next request
      </Button>
    </>
  )
}

/** Returns a body for a copied request, because the request log keeps none. */
function exampleBodyOf(operation: string | undefined): string | undefined {
  const { body } = api.value.operations.find(({ id }) => id === operation) ?? {}
  return body && JSON.stringify(body.example)
}

interface RequestDetailsProps {
  readonly entry: RequestEntry
  readonly onClose: () => void
}

export function RequestDetails({ entry, onClose }: RequestDetailsProps) {
  const { id, method, status, token, scopes, assumed, cases, refusal, operation, durationMs, time } = entry
  const { data: sent, error } = useResource(`response ${id}`, (mock) => mock.requests.response(id), {
    changes: [],
  })
  // Notes of conmock have neither path nor method.
  const isRepeatable = entry.path.startsWith('/') && method !== '-'
  const header = useRef<HTMLElement>(null)
  // On narrow screens, the details are below the list.
  useEffect(() => header.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <aside class="details" aria-label={`Request ${id}`}>
      <header ref={header} class="details-header spread">
        <h2>
          <Status of={status} /> <Text of={method} max={20} /> <span class="count">request {id}</span>
        </h2>
        <Button look="quiet" aria-label="Close the details" onClick={onClose}>
          ✕
        </Button>
      </header>
      <p>
        <Code of={pathWithQuery(entry)} max={2000} />
      </p>
      <Reason entry={entry} />
      {error && <Failed error={error} />}
      {sent && <Response sent={sent} />}
      <dl>
        {refusal?.code && (
          <Row name="Code">
            <code>{refusal.code}</code>
          </Row>
        )}
        <Row name="Operation">
          {operation ? <code>{operation}</code> : 'none'}
          {operation && <Origin of={originOf(operation)} />}
        </Row>
        <Row name="Token">{token === undefined ? 'none' : <Code of={token} />}</Row>
        <Row name="Scopes">{scopes.join(', ') || 'none'}</Row>
        <Row name="Time">
          {timeText(time)}, answered in {durationText(durationMs)}
        </Row>
        <ListRow name="Assumptions" items={assumed}>
          {(each) => (
            <a href={linkTo('assumptions', { section: each.split('=')[0]! })}>
              <code>{each}</code>
            </a>
          )}
        </ListRow>
        <ListRow name="Cases" items={cases}>
          {(each) => <code>{each}</code>}
        </ListRow>
      </dl>
      {isRepeatable && (
        <footer class="details-footer toolbar">
          <CopyButton
            what="curl command"
            label="Copy as curl"
            text={() => formatCurl(api.value, { ...entry, body: exampleBodyOf(operation) })}
          />
          {operation && <NextOne entry={entry} />}
        </footer>
      )}
    </aside>
  )
}
