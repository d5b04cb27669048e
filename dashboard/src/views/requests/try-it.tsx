import { useEffect, useRef, useState } from 'preact/hooks'
import { fillPath, parameterNames } from '../../../../src/contract/operation.js'
import { textOf } from '../../../../src/contract/record-look.js'
import { ALL_SCOPES, builtInToken } from '../../../../src/contract/tokens.js'
import { formatCurl } from '../../common/curl.js'
import { withArticle } from '../../../../src/common/text.js'
import { serverUrl } from '../../common/place.js'
import { Status } from '../../parts/badges.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Field, JsonField, Options, TextField } from '../../parts/field.js'
import { Code } from '../../parts/text.js'
import { api, exampleOperation, labelOf } from '../../state/api.js'
import { sandbox } from '../../state/location.js'
import { useResource } from '../../state/resource.js'
import { useTokens, type ListedToken } from '../../state/tokens.js'
import { getRecords } from '../data/record-kinds.js'
import { Body } from './request-details.js'

/** Tests may issue thousands of tokens. The built-in ones come first. */
const MAX_TOKENS = 100

const NO_TOKEN = 'none'

type Operation = typeof exampleOperation.value

/** Reads a value for each parameter of the path from the first record of its kind. */
function useFirstValues({ id, paramFields = {} }: Operation): Readonly<Record<string, string>> {
  const { data = {} } = useResource(
    `values for ${id}`,
    async (mock) => {
      const values = Object.entries(paramFields).map(async ([parameter, { kind, field }]) => {
        const { records } = await getRecords(mock, kind).page({ limit: 1 })
        return [parameter, records[0] ? textOf(`{${field}}`, records[0]) : ''] as const
      })
      return Object.fromEntries(await Promise.all(values))
    },
    { changes: [] },
  )
  return data
}

function hintFor(field: NonNullable<Operation['paramFields']>[string] | undefined): string {
  return field ? `The field ${field.field} of ${withArticle(api.value.kinds[field.kind]!.one)}` : ''
}

interface Answer {
  /** 0 means that there was no response. */
  readonly status: number
  readonly type: string
  readonly body: string
}

/** Sends a request as an app would. */
async function send(path: string, options: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(serverUrl + path, { ...options, cache: 'no-store' })
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, body: await response.text() }
  } catch {
    return { status: 0, type: '', body: '' }
  }
}

function AnswerOf({ answer: { status, type, body } }: { readonly answer: Answer }) {
  const isText = /json|text/.test(type)
  const section = useRef<HTMLElement>(null)
  // In a small window, the form hides it.
  useEffect(() => section.current?.scrollIntoView({ block: 'end' }), [])
  return (
    <section ref={section} class="column" aria-label="Response">
      <p role="status">
        <Status of={status} />{' '}
        {status === 0 ? 'The connection ended before the response was complete.' : body === '' && 'No body.'}
        {body !== '' && !isText && (
          <>
            A file: <Code of={type} />
          </>
        )}
      </p>
      {isText && body !== '' && <Body body={body} />}
    </section>
  )
}

interface RequestFormProps {
  readonly operation: Operation
  readonly tokens: readonly ListedToken[]
}

/** The form for requests to one operation. */
function RequestForm({ operation, tokens }: RequestFormProps) {
  const { id, method, path, scope, paramFields, body } = operation
  const first = useFirstValues(operation)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [query, setQuery] = useState('')
  const [token, setToken] = useState(scope === undefined ? ALL_SCOPES : builtInToken(scope))
  const [text, setText] = useState(body && JSON.stringify(body.example, null, 2))
  const [answer, setAnswer] = useState<Answer>()
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  const values = { ...first, ...typed }
  const encoded = parameterNames(path).map((name) => [
    name,
    encodeURIComponent((values[name] ?? '').toWellFormed()),
  ])
  const target = fillPath(path, Object.fromEntries(encoded) as {})
  const { value: name } = sandbox
  const parsed = Object.fromEntries(new URLSearchParams(query))
  const curl = { method, path: target, query: parsed, operation: id, sandbox: name, body: text }
  const options = [
    ...tokens.slice(0, MAX_TOKENS).map((each) => ({ value: each.name, label: each.name })),
    { value: NO_TOKEN, label: 'No token' },
  ]

  async function submit(): Promise<void> {
    const sentToken = tokens.find((each) => each.name === token)?.token ?? token
    const headers = {
      ...(token !== NO_TOKEN && { authorization: `Bearer ${sentToken}` }),
      ...(name !== 'default' && { 'conmock-sandbox': name }),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    }
    setAnswer(undefined)
    const { signal } = ending.current
    const sent = await send(target + (query === '' ? '' : `?${query}`), {
      method,
      headers,
      signal,
      ...(text !== undefined && { body: text }),
    })
    if (!signal.aborted) setAnswer(sent)
  }

  return (
    <form>
      <div class="dialog-body">
        {parameterNames(path).map((parameter) => (
          <TextField
            key={parameter}
            label={parameter}
            hint={hintFor(paramFields?.[parameter])}
            value={values[parameter] ?? ''}
            onChange={(value) => setTyped({ ...typed, [parameter]: value })}
          />
        ))}
        <TextField
          label="Query (optional)"
          hint="Without the question mark"
          value={query}
          onChange={setQuery}
        />
        <Field label="Token" hint={scope === undefined ? 'Any valid token' : `Needs the scope ${scope}`}>
          {(attributes) => (
            <select
              {...attributes}
              value={token}
              onChange={({ currentTarget }) => setToken(currentTarget.value)}
            >
              <Options options={options} />
            </select>
          )}
        </Field>
        {body && text !== undefined && (
          <JsonField
            label="JSON body"
            hint={body.optional.length > 0 && `Optional fields: ${body.optional.join(', ')}`}
            isShort
            value={text}
            onChange={setText}
          />
        )}
        {answer && <AnswerOf answer={answer} />}
      </div>
      <footer class="dialog-footer actions">
        <CopyButton
          what="curl command"
          label="Copy as curl"
          text={() => formatCurl(api.value, { ...curl, token: token === NO_TOKEN ? undefined : token })}
        />
        <Button type="submit" look="main" onClick={submit}>
          Send
        </Button>
      </footer>
    </form>
  )
}

/** Sends a request to any operation, as an app would. */
export function TryIt({ onClose }: { readonly onClose: () => void }) {
  const { operations } = api.value
  const [selected, setSelected] = useState(exampleOperation.value.id)
  const operation = operations.find(({ id }) => id === selected) ?? exampleOperation.value
  const { data: tokens = [] } = useTokens()
  return (
    <Dialog title="Try it" onClose={onClose}>
      <div class="dialog-body">
        <Field label="Operation">
          {(attributes) => (
            <select
              {...attributes}
              value={operation.id}
              onChange={({ currentTarget }) => setSelected(currentTarget.value)}
            >
              <Options options={operations.map((each) => ({ value: each.id, label: labelOf(each) }))} />
            </select>
          )}
        </Field>
      </div>
      <RequestForm key={operation.id} operation={operation} tokens={tokens} />
    </Dialog>
  )
}
