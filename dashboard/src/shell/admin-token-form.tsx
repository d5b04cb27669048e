import { RemoteError } from '../../../src/admin/client/remote-error.js'
import { useEffect, useRef, useState } from 'preact/hooks'
import { enterAdminToken } from '../admin/client.js'
import { adminToken } from '../admin/admin-token.js'
import { getMessage } from '../common/format.js'
import { Button } from '../parts/button.js'
import { TextField } from '../parts/field.js'

const REFUSED = 'The server does not accept this token.'

export function AdminTokenForm() {
  const [token, setToken] = useState('')
  const [error, setError] = useState(adminToken.value === '' ? undefined : REFUSED)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Admin token · conmock'
    input.current?.focus()
  }, [])

  async function enter(): Promise<void> {
    setError(undefined)
    try {
      await enterAdminToken(token.trim())
    } catch (problem) {
      setError(problem instanceof RemoteError && problem.status === 401 ? REFUSED : getMessage(problem))
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
        <p>This server needs its admin token before you can see and change its state.</p>
        <TextField
          label="Admin token"
          hint="The value of --admin-token."
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
