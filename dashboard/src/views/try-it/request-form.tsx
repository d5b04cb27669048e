import { operations, type OperationId } from '../../../../src/contract/operations.js'
import { Choice, Field, TextField } from '../../parts/field.js'
import { Text } from '../../parts/text.js'
import type { ListedToken } from '../../state/tokens.js'
import { sandbox } from '../../state/location.js'
import { listIn, type ApiRequest } from './api-request.js'
import { useExampleUsers } from './example-users.js'

export interface FormValues {
  readonly operation: OperationId
  /** The name of a token, or one of the choices below. No token has such a name, because of the sandbox. */
  readonly tokenName: string
  readonly typedToken: string
  readonly userId: string
  readonly cursor: string
}

export const NO_TOKEN = 'no token'
export const TYPED_TOKEN = 'another token'

const operationOptions = Object.values(operations).map(({ id }) => ({ value: id, label: id }))

const origins = [
  { origin: 'built-in', label: 'Built-in' },
  { origin: 'custom', label: 'Custom' },
  { origin: 'issued', label: 'Issued' },
] as const

function tokenLabel({ name, scopes, revoked }: ListedToken): string {
  const short = name.length > 40 ? `${name.slice(0, 40)}…` : name
  return `${short} – ${scopes.join(', ') || 'no scopes'}${revoked ? ' (revoked)' : ''}`
}

interface FormProps {
  readonly values: FormValues
  readonly onChange: (changes: Partial<FormValues>) => void
  readonly tokens: readonly ListedToken[]
  readonly request: ApiRequest
}

function TokenField({ values: { tokenName, typedToken }, onChange, tokens, request }: FormProps) {
  const isListed = tokens.some(({ name }) => name === tokenName)
  const isGone = !isListed && tokens.length > 0 && tokenName !== NO_TOKEN && tokenName !== TYPED_TOKEN
  const error = request.hasValidToken
    ? undefined
    : 'A header cannot contain this token. Use letters, digits and - . _ ~ + /'
  return (
    <>
      <Field label="Token" error={isGone ? 'This token no longer exists. Choose another one.' : undefined}>
        {(attributes) => (
          <select
            {...attributes}
            value={tokenName}
            onChange={({ currentTarget }) => onChange({ tokenName: currentTarget.value })}
          >
            {!isListed && tokenName !== NO_TOKEN && tokenName !== TYPED_TOKEN && (
              <option value={tokenName}>{isGone ? 'A token that no longer exists' : tokenName}</option>
            )}
            {origins.map(({ origin, label }) => {
              const all = tokens.filter((each) => each.origin === origin)
              return (
                all.length > 0 && (
                  <optgroup key={origin} label={label}>
                    {all.toReversed().map((each) => (
                      <option key={each.name} value={each.name}>
                        {tokenLabel(each)}
                      </option>
                    ))}
                  </optgroup>
                )
              )
            })}
            <option value={NO_TOKEN}>No token</option>
            <option value={TYPED_TOKEN}>Another token …</option>
          </select>
        )}
      </Field>
      {tokenName === TYPED_TOKEN && (
        <TextField
          label="Another token"
          error={error}
          value={typedToken}
          onChange={(text) => onChange({ typedToken: text })}
        />
      )}
    </>
  )
}

function UserField({ values: { userId }, onChange, request: { path, sentPath } }: FormProps) {
  const error =
    path === sentPath ? undefined : 'Browsers resolve dots in a path, so they cannot send this id. curl can.'
  return (
    <TextField
      label="User id"
      hint="Any text. The list suggests some users of this sandbox."
      error={error}
      value={userId}
      onChange={(text) => onChange({ userId: text })}
      suggestions={useExampleUsers()}
    />
  )
}

/** The lines of the request. A token of the option `tokens` may be a real one, so it is not shown. */
function Preview({ values, tokens, request }: FormProps) {
  const { method, sentPath, headers } = request
  const isCustom = tokens.some(({ name, origin }) => name === values.tokenName && origin === 'custom')
  const token = isCustom ? 'Bearer ••••••••' : headers['authorization']
  return (
    <pre class="code" aria-label="Request">
      <strong>{method}</strong> <Text of={sentPath} max={1000} />
      {token !== undefined && (
        <>
          {'\nAuthorization: '}
          <Text of={token} max={120} />
        </>
      )}
      {`\nConmock-Sandbox: ${sandbox.value}`}
    </pre>
  )
}

export function RequestForm(props: FormProps) {
  const { values, onChange } = props
  const { summary, scope } = operations[values.operation]
  return (
    <>
      <div class="operation">
        <Choice
          label="Operation"
          value={values.operation}
          options={operationOptions}
          onChange={(operation) => onChange({ operation })}
        />
        <p class="hint">
          {summary}. Needs the scope <code>{scope}</code>.
        </p>
      </div>
      {listIn(values.operation) === undefined ? (
        <UserField {...props} />
      ) : (
        <TextField
          label="Cursor"
          hint="The nextPage of an earlier response. Leave empty for the first page."
          value={values.cursor}
          onChange={(text) => onChange({ cursor: text })}
        />
      )}
      <TokenField {...props} />
      <Preview {...props} />
    </>
  )
}
