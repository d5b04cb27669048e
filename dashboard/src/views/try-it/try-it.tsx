import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { OperationId } from '../../../../src/contract/operations.js'
import { Status } from '../../parts/badges.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Empty, Failed, Page } from '../../parts/page.js'
import { ResponseBody, ResponseHeaders } from '../../parts/response.js'
import { Text } from '../../parts/text.js'
import { linkTo, section, sandbox } from '../../state/location.js'
import { useMedia } from '../../state/media.js'
import { useTokens, type ListedToken } from '../../state/tokens.js'
import { curlFor } from '../../common/curl.js'
import { durationText } from '../../common/format.js'
import { createRequest, listIn, send, type ApiRequest, type Exchange } from './api-request.js'
import { pageOf, Pages, type ListPage } from './pages.js'
import { NO_TOKEN, RequestForm, TYPED_TOKEN, type FormValues } from './request-form.js'

const start: FormValues = {
  operation: 'getVolunteer',
  tokenName: 'mock-all-scopes',
  typedToken: '',
  userId: '1',
  cursor: '',
}

/** The form of each sandbox, for when the user comes back from another view. */
const forms = new Map<string, FormValues>()

/** Before a fast response, the text “Waiting …” would only flicker. */
const MS_UNTIL_WAITING = 150

interface Sent {
  readonly operation: OperationId
  readonly exchange: Exchange
  readonly page: ListPage | undefined
  readonly pageNumber: number | undefined
}

function tokenOf({ tokenName, typedToken }: FormValues, tokens: readonly ListedToken[]): string | undefined {
  if (tokenName === NO_TOKEN) return undefined
  if (tokenName === TYPED_TOKEN) return typedToken
  return tokens.find(({ name }) => name === tokenName)?.token ?? tokenName
}

function curlOf(request: ApiRequest, token: string | undefined, tokens: readonly ListedToken[]): string {
  const isIssued = tokens.some((each) => each.token === token && each.origin === 'issued')
  return curlFor({ path: request.path, token, isIssued, sandbox: sandbox.peek() })
}

interface ShownResponseProps {
  readonly exchange: Exchange
  readonly children: ComponentChildren
}

function ShownResponse({ exchange, children }: ShownResponseProps) {
  const { response, problem, durationMs, body } = exchange
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
      <ResponseBody body={body} />
      {response && <ResponseHeaders headers={response.headers} isOpen />}
    </>
  )
}

export function TryIt() {
  const name = sandbox.value
  const [values, setValues] = useState(forms.get(name) ?? start)
  const [sent, setSent] = useState<Sent>()
  const [waiting, setWaiting] = useState<AbortController>()
  const [isSlow, setSlow] = useState(false)
  const pending = useRef<AbortController | undefined>(undefined)
  const numbers = useRef(new Map([['', 1]]))
  const { data: tokens = [], error } = useTokens()
  const token = tokenOf(values, tokens)
  const request = createRequest({ ...values, token, sandbox: name })

  const answer = useRef<HTMLElement>(null)
  const isBelow = useMedia('(max-width: 1100px)')

  useEffect(() => () => pending.current?.abort(), [])
  // A link names a user, also while the form is on the page.
  useLayoutEffect(() => {
    if (section.value !== '') change({ operation: 'getVolunteer', userId: section.value })
  }, [section.value])
  useEffect(() => {
    if (sent && isBelow) answer.current?.scrollIntoView()
  }, [sent])
  useEffect(() => {
    setSlow(false)
    const timer = waiting && setTimeout(() => setSlow(true), MS_UNTIL_WAITING)
    return () => clearTimeout(timer)
  }, [waiting])

  function change(changes: Partial<FormValues>): void {
    const changed = { ...values, ...changes }
    forms.set(name, changed)
    setValues(changed)
  }

  async function sendWith(changes: Partial<FormValues> = {}): Promise<void> {
    if (pending.current) return
    change(changes)
    const { operation, cursor } = { ...values, ...changes }
    const controller = new AbortController()
    pending.current = controller
    setWaiting(controller)
    const exchange = await send(
      createRequest({ ...values, operation, cursor, token, sandbox: name }),
      controller.signal,
    )
    pending.current = undefined
    const list = listIn(operation)
    const page = list && pageOf(list, exchange)
    const pageNumber = numbers.current.get(cursor)
    if (page?.next !== undefined && pageNumber !== undefined) numbers.current.set(page.next, pageNumber + 1)
    setSent({ operation, exchange, page, pageNumber })
    setWaiting(undefined)
  }

  return (
    <Page title="Try it" about="Send a request to the API of this sandbox, as your app would.">
      {error && <Failed error={error} />}
      <div class="try-it columns">
        <form class="card column" aria-label="Request">
          <RequestForm values={values} onChange={change} tokens={tokens} request={request} />
          <div class="actions">
            <Button type="submit" look="main" disabled={!request.hasValidToken} onClick={() => sendWith()}>
              Send
            </Button>
            <CopyButton
              what="curl command"
              label="Copy as curl"
              text={() => curlOf(request, token, tokens)}
            />
          </div>
        </form>
        <section
          ref={answer}
          class={`card column answer ${isSlow ? 'is-old' : ''}`}
          aria-label="Response"
          aria-busy={Boolean(waiting)}
        >
          {isSlow && (
            <p class="toolbar waiting" role="status">
              Waiting for the response …<Button onClick={() => waiting?.abort()}>Cancel</Button>
            </p>
          )}
          {sent && (
            <ShownResponse exchange={sent.exchange}>
              {sent.page && (
                <Pages
                  page={sent.page}
                  number={sent.pageNumber}
                  onGo={(cursor) => sendWith({ operation: sent.operation, cursor })}
                />
              )}
            </ShownResponse>
          )}
          {!sent && !isSlow && (
            <Empty title="No response yet">
              <p>Choose an operation, then press Send.</p>
            </Empty>
          )}
        </section>
      </div>
    </Page>
  )
}
