import { useState } from 'preact/hooks'
import { controlToken, enterControlToken } from '../control/control-token.js'
import { Button } from '../parts/button.js'
import { Field } from '../parts/field.js'

/** Asks for the token of the control plane. */
export function ControlTokenForm() {
  const [token, setToken] = useState('')
  const error = controlToken.value === '' ? undefined : 'The server does not accept this token.'

  function enter(event: SubmitEvent): void {
    event.preventDefault()
    enterControlToken(token.trim())
  }

  return (
    <main class="sign-in">
      <form onSubmit={enter}>
        <h1>conmock</h1>
        <p>Other machines can reach this server, so it needs the token of its control plane.</p>
        <Field label="Control token" error={error} hint="The value of --control-token.">
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autocomplete="off"
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" look="main" disabled={token.trim() === ''}>
          Continue
        </Button>
      </form>
    </main>
  )
}
