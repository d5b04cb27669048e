import { useEffect, useState } from 'preact/hooks'
import { Button, CopyButton } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Failed, Loading, Page } from '../../parts/page.js'
import { useResource } from '../../state/resource.js'
import { useTokens } from '../../state/tokens.js'
import { IssueForm } from './issue-form.js'
import { TokenTable } from './token-table.js'

/** A token that expires soon must not look valid for long. */
const MS_BETWEEN_CLOCK_READS = 5000

/** The time of the sandbox. Only its server knows whether the clock was advanced, or stands still. */
function useNow(): number | undefined {
  const { data, reload } = useResource('clock', (mock) => mock.clock.now(), { changes: ['clock', 'tokens'] })
  useEffect(() => {
    const timer = setInterval(() => void reload(), MS_BETWEEN_CLOCK_READS)
    return () => clearInterval(timer)
  }, [])
  return data
}

export function Tokens() {
  const { data: tokens, error, reload } = useTokens()
  const now = useNow()
  const [newest, setNewest] = useState<string>()
  const [isIssuing, setIssuing] = useState(false)
  // Another client may have revoked it in the meantime, or reset the sandbox.
  const isValid = tokens?.some(({ token, revoked }) => token === newest && !revoked)

  return (
    <Page
      title="Tokens"
      about="The tokens of this sandbox. Send one as Authorization: Bearer TOKEN."
      actions={
        <Button look="main" disabled={!tokens} onClick={() => setIssuing(true)}>
          Issue a token
        </Button>
      }
    >
      {isIssuing && (
        <Dialog title="Issue a token" onClose={() => setIssuing(false)}>
          <IssueForm
            // The first built-in token has all scopes.
            known={tokens?.[0]?.scopes ?? []}
            onIssued={({ token }) => {
              setNewest(token)
              setIssuing(false)
            }}
          />
        </Dialog>
      )}
      {newest !== undefined && isValid && (
        <section class="new-token note good spread" aria-label="New token">
          <h2>New token</h2>
          <code>{newest}</code>
          <div class="actions">
            <CopyButton what="new token" label="Copy the token" text={() => newest} />
            <Button look="quiet" onClick={() => setNewest(undefined)}>
              Hide
            </Button>
          </div>
        </section>
      )}
      {error && <Failed error={error} reload={reload} />}
      {!tokens && !error && <Loading />}
      {tokens && <TokenTable tokens={tokens} now={now} />}
    </Page>
  )
}
