import { useState } from 'react'
import { RolesPanel } from './RolesPanel'
import { VolunteerPanel } from './VolunteerPanel'

const own: string | undefined = import.meta.env.VITE_API_TOKEN

/** The built-in tokens. Each shows what its scopes allow. */
const tokens = [
  ...(own ? [own] : []),
  'mock-all-scopes',
  'mock-volunteer-read',
  'mock-user-read',
  'mock-no-scopes',
  'mock-expired',
]

export function App() {
  const [token, setToken] = useState(tokens[0]!)
  return (
    <>
      <header className="bar">
        <h1>Volunteer desk</h1>
        <label>
          Access token{' '}
          <select value={token} onChange={(event) => setToken(event.target.value)}>
            {tokens.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </header>
      <main>
        <VolunteerPanel token={token} />
        {/* Another token may see other roles: begin again. */}
        <RolesPanel key={token} token={token} />
      </main>
    </>
  )
}
