import { useState } from 'preact/hooks'
import type { Schemas } from '../../admin/client.js'
import { AdminProblem, messageOf } from '../../admin/problem.js'
import { Button } from '../../parts/button.js'
import { TextField } from '../../parts/field.js'
import { issueToken } from '../../state/tokens.js'
import { scopes as knownScopes, type Scope } from '../../../../src/contract/scopes.js'
import { parseSeconds } from './expiry.js'

const presets = [
  { label: 'Never', value: '' },
  { label: '1 min', value: '60' },
  { label: '1 h', value: '3600' },
  { label: '1 day', value: '86400' },
] as const

interface FieldErrors {
  readonly expiresIn?: string
  readonly token?: string
}

/** Finds the field that a message of the server is about. Returns `undefined` for other problems. */
function fieldOf(error: unknown): keyof FieldErrors | undefined {
  if (error instanceof RangeError) return 'expiresIn'
  const option = error instanceof AdminProblem ? error.problem?.option : undefined
  return option === 'expiresIn' || option === 'token' ? option : undefined
}

export function IssueForm({ onIssued }: { readonly onIssued: (token: Schemas['Token']) => void }) {
  const [scopes, setScopes] = useState<readonly Scope[]>(knownScopes)
  const [expiresIn, setExpiresIn] = useState('')
  const [token, setToken] = useState('')
  const [errors, setErrors] = useState<FieldErrors>({})

  function toggle(scope: Scope): void {
    setScopes(knownScopes.filter((each) => scopes.includes(each) !== (each === scope)))
  }

  async function issue(): Promise<void> {
    setErrors({})
    try {
      const expiry = expiresIn.trim() === '' ? {} : { expiresIn: parseSeconds(expiresIn) }
      onIssued(await issueToken({ scopes: [...scopes], ...expiry, ...(token === '' ? {} : { token }) }))
      setToken('')
    } catch (error) {
      const field = fieldOf(error)
      if (field === undefined) throw error
      setErrors({ [field]: messageOf(error) })
    }
  }

  return (
    <form class="dialog-body">
      <fieldset class="checks toolbar">
        <legend>Scopes</legend>
        {knownScopes.map((scope) => (
          <label key={scope}>
            <input type="checkbox" checked={scopes.includes(scope)} onChange={() => toggle(scope)} />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <TextField
        label="Expires in (seconds)"
        hint="The clock of the sandbox decides. Leave empty for a token that never expires."
        error={errors.expiresIn}
        value={expiresIn}
        onChange={setExpiresIn}
        inputMode="decimal"
        presets={presets}
      />
      <TextField
        label="Token (optional)"
        hint="Leave empty to generate a token."
        error={errors.token}
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
