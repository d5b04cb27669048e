import { useState } from 'preact/hooks'
import { Button, CopyButton } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { Failed, Loading, Page } from '../../parts/page.js'
import { useTokens } from '../../state/tokens.js'
import { ClockCard } from './clock-card.js'
import { IssueForm } from './issue-form.js'
import { useSandboxTime } from './sandbox-time.js'
import { TokenTable } from './token-table.js'

export function Tokens() {
  const { data: tokens, error, reload } = useTokens()
  const sandboxTime = useSandboxTime()
  const [newest, setNewest] = useState<string>()
  const [isIssuing, setIssuing] = useState(false)
  // Another client may have revoked it in the meantime, or reset the sandbox.
  const isValid = tokens?.some(({ token, revoked }) => token === newest && !revoked)

  return (
    <Page
      title="Tokens"
      about="The tokens of this sandbox. Send one as Authorization: Bearer TOKEN."
      actions={
        <Button look="main" onClick={() => setIssuing(true)}>
          Issue a token
        </Button>
      }
    >
      {isIssuing && (
        <Dialog title="Issue a token" onClose={() => setIssuing(false)}>
          <IssueForm
            onIssued={({ token }) => {
              setNewest(token)
              setIssuing(false)
            }}
          />
        </Dialog>
      )}
      <ClockCard {...sandboxTime} />
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
      {tokens && <TokenTable tokens={tokens} time={sandboxTime.time} />}
    </Page>
  )
}
