import { useEffect, useRef, useState } from 'preact/hooks'
import { enterControlToken } from '../control/client.js'
import { controlToken } from '../control/control-token.js'
import { ControlProblem, messageOf } from '../control/problem.js'
import { Button } from '../parts/button.js'
import { TextField } from '../parts/field.js'

const REFUSED = 'The server does not accept this token.'

export function ControlTokenForm() {
  const [token, setToken] = useState('')
  const [error, setError] = useState(controlToken.value === '' ? undefined : REFUSED)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Control token · conmock'
    input.current?.focus()
  }, [])

  async function enter(): Promise<void> {
    setError(undefined)
    try {
      await enterControlToken(token.trim())
    } catch (problem) {
      setError(problem instanceof ControlProblem && problem.status === 401 ? REFUSED : messageOf(problem))
      input.current?.focus()
    }
  }

  return (
    <main class="sign-in">
      <form
        class="card column"
        onSubmit={(event) => {
          event.preventDefault()
          void enter()
        }}
      >
        <h1>conmock</h1>
        <p>This server needs its control token before you can see and change its state.</p>
        <TextField
          label="Control token"
          hint="The value of --control-token."
          error={error}
          value={token}
          onChange={setToken}
          type="password"
          required
          input={input}
        />
        <Button type="submit" look="main">
          Continue
        </Button>
      </form>
    </main>
  )
}
