import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button, CopyButton } from '../../parts/button.js'
import { Status } from '../../parts/badges.js'
import { Code, Text } from '../../parts/text.js'
import type { JournalEntry } from '../../admin/events.js'
import { linkTo } from '../../state/location.js'
import { useResource } from '../../state/resource.js'
import { Failed } from '../../parts/page.js'
import { ResponseBody, ResponseHeaders } from '../../parts/response.js'
import { control, result } from '../../admin/client.js'
import { addFault } from '../faults/fault-requests.js'
import {
  curlOf,
  expectationOf,
  faultCodeOf,
  faultOf,
  handlerOf,
  isRepeatable,
  pathWithQuery,
  type SentResponse,
} from './copy-request.js'
import { durationText, timeText } from '../../common/format.js'

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Reason({ entry: { refusal, note, fault } }: { readonly entry: JournalEntry }) {
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

const RESPONSE = '/__conmock/v1/sandboxes/{sandbox}/requests/{id}/response'

/** Reads what was sent. Returns `undefined` if there was no response. */
function useSentResponse({ id, status }: JournalEntry) {
  return useResource<SentResponse | undefined>(
    `response ${id}`,
    async (sandbox) =>
      status === 0
        ? undefined
        : result(control.GET(RESPONSE, { params: { path: { sandbox, id: String(id) } } })),
    { changes: [] },
  )
}

function Response({ sent: { headers, body, omitted } }: { readonly sent: SentResponse }) {
  return (
    <section class="column" aria-label="Response">
      {omitted && <p class="note">{omitted}</p>}
      <ResponseBody body={body ?? ''} />
      <ResponseHeaders headers={Object.entries(headers)} />
    </section>
  )
}

interface RequestDetailsProps {
  readonly entry: JournalEntry
  readonly onClose: () => void
}

export function RequestDetails({ entry, onClose }: RequestDetailsProps) {
  const { id, method, status, token, scopes, assumed, cases, refusal, operation, durationMs, time } = entry
  const [, user] = /\/users\/([^/%]+)\/volunteer$/.exec(entry.path) ?? []
  const { data: sent, error } = useSentResponse(entry)
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
        <Row name="Operation">{operation ? <code>{operation}</code> : 'none'}</Row>
        <Row name="Token">{token === undefined ? 'none' : <Code of={token} />}</Row>
        <Row name="Scopes">{scopes.join(', ') || 'none'}</Row>
        <Row name="Time">
          {timeText(time)}, answered in {durationText(durationMs)}
        </Row>
        {assumed.length > 0 && (
          <Row name="Assumptions">
            <ul class="plain">
              {assumed.map((each) => (
                <li key={each}>
                  <a href={linkTo('assumptions', { section: each.split('=')[0]! })}>
                    <code>{each}</code>
                  </a>
                </li>
              ))}
            </ul>
          </Row>
        )}
        {cases.length > 0 && (
          <Row name="Cases">
            <ul class="plain">
              {cases.map((each) => (
                <li key={each}>
                  <code>{each}</code>
                </li>
              ))}
            </ul>
          </Row>
        )}
      </dl>
      {isRepeatable(entry) && (
        <footer class="details-footer toolbar">
          <CopyButton what="curl command" label="Copy as curl" text={() => curlOf(entry)} />
          <CopyButton what="expectation" label="Copy as expectation" text={() => expectationOf(entry)} />
          <CopyButton what="msw handler" label="Copy as msw handler" text={() => handlerOf(entry, sent)} />
          {operation && (
            <>
              <CopyButton what="fault" label="Copy as fault" text={() => faultCodeOf(entry)} />
              <Button look="quiet" onClick={() => addFault(faultOf(entry))}>
                Fail the next one
              </Button>
              <Button look="quiet" onClick={() => addFault({ ...faultOf(entry), effect: { delay: 2000 } })}>
                Slow down the next one
              </Button>
              {user !== undefined && <a href={linkTo('try-it', { section: user })}>Try it</a>}
            </>
          )}
        </footer>
      )}
    </aside>
  )
}
