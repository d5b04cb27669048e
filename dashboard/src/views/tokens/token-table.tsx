import { useState } from 'preact/hooks'
import { Tag } from '../../parts/badges.js'
import { Button, CopyButton } from '../../parts/button.js'
import { Confirm } from '../../parts/dialog.js'
import { Code, shortened } from '../../parts/text.js'
import { Table } from '../../parts/table.js'
import { announce } from '../../state/messages.js'
import { currentMock } from '../../state/resource.js'
import type { ListedToken } from '../../state/tokens.js'
import { expiryText } from './expiry.js'
import { numberText } from '../../common/format.js'

/** Number of rows at first. Tests may issue thousands of tokens, which would make the page slow. */
const MAX_ROWS = 100

interface ExpiryProps {
  readonly token: ListedToken
  /** The time of the sandbox, in milliseconds since 1970. `undefined` until it is known. */
  readonly now: number | undefined
}

function Expiry({ token: { expiresAt, revoked }, now }: ExpiryProps) {
  if (revoked) return <Tag look="failed">revoked</Tag>
  const text = now === undefined ? '…' : expiryText(expiresAt, now)
  return (
    <>
      <Tag look={text === 'expired' ? 'refused' : 'good'}>{text}</Tag>
      {/* The date of the token mock-expired is the earliest possible one, which means nothing to the user. */}
      {expiresAt !== undefined && expiresAt > 0 && (
        <time class="hint" dateTime={new Date(expiresAt).toISOString()}>
          {/* The date and the time as in ISO 8601, in the time zone of the user. */}
          {new Date(expiresAt).toLocaleString('sv-SE')}
        </time>
      )}
    </>
  )
}

interface RowProps extends ExpiryProps {
  readonly onRevoke: () => void
}

function TokenRow({ token, now, onRevoke }: RowProps) {
  const short = shortened(token.name, 24)
  return (
    <tr>
      <th scope="row">
        {token.origin === 'custom' ? token.name : <code title={token.name}>{token.name}</code>}
      </th>
      <td data-label="Scopes">
        {token.scopes.length === 0 ? 'none' : token.scopes.map((scope) => <Tag key={scope}>{scope}</Tag>)}
      </td>
      <td data-label="Origin">{token.origin}</td>
      <td data-label="Expires">
        <Expiry token={token} now={now} />
      </td>
      <td class="row-actions">
        {/* A token of the option `tokens` may be a real one, so the page does not copy it. */}
        {token.origin !== 'custom' && <CopyButton what={`token ${short}`} text={() => token.token} />}
        {!token.revoked && (
          <Button look="quiet" aria-label={`Revoke ${short}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Returns the issued tokens first, newest first, because users look for these most. */
function sorted(tokens: readonly ListedToken[]): readonly ListedToken[] {
  const of = (wanted: ListedToken['origin']) => tokens.filter(({ origin }) => origin === wanted)
  return [...of('issued').toReversed(), ...of('custom'), ...of('built-in')]
}

const COLUMNS = ['Token', 'Scopes', 'Origin', 'Expires'].map((label) => ({ label }))

interface TokenTableProps extends Pick<ExpiryProps, 'now'> {
  readonly tokens: readonly ListedToken[]
}

export function TokenTable({ tokens, now }: TokenTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  const [toRevoke, setToRevoke] = useState<ListedToken>()
  const shown = showsAll ? sorted(tokens) : sorted(tokens).slice(0, MAX_ROWS)
  return (
    <>
      <Table label="Tokens" look="tokens stacks" columns={COLUMNS}>
        {shown.map((token) => (
          <TokenRow
            key={`${token.name} ${token.expiresAt}`}
            token={token}
            now={now}
            onRevoke={() => setToRevoke(token)}
          />
        ))}
      </Table>
      {shown.length < tokens.length && (
        <div class="actions">
          <Button onClick={() => setShowsAll(true)}>Show all {numberText(tokens.length)} tokens</Button>
        </div>
      )}
      {toRevoke && (
        <Confirm
          title="Revoke this token?"
          action="Revoke"
          onConfirm={async () => {
            await currentMock().tokens.revoke(toRevoke.token)
            announce('The token is revoked.')
          }}
          onClose={() => setToRevoke(undefined)}
        >
          <p>
            <Code of={toRevoke.name} max={80} />
          </p>
          <p>Requests with this token get 401. Only a reset of the sandbox makes it valid again.</p>
        </Confirm>
      )}
    </>
  )
}
