import { useState } from 'preact/hooks'
import type { Credential } from '../../../../src/api/credentials.js'
import { InvalidOptionError } from '../../../../src/common/errors.js'
import { Button } from '../../parts/button.js'
import { TextField } from '../../parts/field.js'
import { currentMock } from '../../state/resource.js'

const presets = [
  { label: 'Never', value: '' },
  { label: '1 min', value: '60' },
  { label: '1 h', value: '3600' },
  { label: '1 day', value: '86400' },
] as const

interface IssueFormProps {
  /** The scopes that a token of the sandbox may have. */
  readonly known: readonly string[]
  readonly onIssued: (token: Credential) => void
}

export function IssueForm({ known, onIssued }: IssueFormProps) {
  const [scopes, setScopes] = useState(known)
  const [expiresIn, setExpiresIn] = useState('')
  const [token, setToken] = useState('')
  const [problem, setProblem] = useState<InvalidOptionError>()

  function toggle(scope: string): void {
    setScopes(known.filter((each) => scopes.includes(each) !== (each === scope)))
  }

  async function issue(): Promise<void> {
    setProblem(undefined)
    try {
      const seconds = Number(expiresIn)
      const given = {
        ...(expiresIn.trim() !== '' && {
          // JSON has no NaN, so the server gets the text, and says what is wrong with it.
          expiresIn: Number.isFinite(seconds) ? seconds : (expiresIn as unknown as number),
        }),
        ...(token !== '' && { token }),
      }
      onIssued(await currentMock().tokens.issue({ scopes, ...given }))
    } catch (error) {
      if (!(error instanceof InvalidOptionError) || error.option === undefined) throw error
      setProblem(error)
    }
  }

  const errorAt = (option: string) => (problem?.option === option ? problem.message : undefined)

  return (
    <form class="dialog-body">
      <fieldset class="checks toolbar">
        <legend>Scopes</legend>
        {known.map((scope) => (
          <label key={scope}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <TextField
        label="Expires in (seconds)"
        hint="By the sandbox's clock. Leave empty for a token that never expires."
        error={errorAt('expiresIn')}
        value={expiresIn}
        onChange={setExpiresIn}
        inputMode="decimal"
        presets={presets}
      />
      <TextField
        label="Token (optional)"
        hint="Leave empty to generate a token."
        error={errorAt('token')}
        value={token}
        onChange={setToken}
      />
      <div class="actions">
        <Button type="submit" look="main" onClick={issue}>
          Issue the token
        </Button>
      </div>
    </form>
  )
}
