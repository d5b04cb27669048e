import type { User } from 'conmock'
import { useCallback } from 'react'
import type { Api } from './api'
import { Failure } from './Failure'
import { useLoaded } from './useLoaded'

function displayName({ preferredName, firstName, lastName }: User): string {
  return preferredName || `${firstName} ${lastName}`
}

export function VolunteerCard({ api, userId }: { api: Api; userId: string }) {
  const volunteer = useLoaded(useCallback(() => api.getVolunteer(userId), [api, userId]))
  if (volunteer.state === 'loading') return <p role="status">Loading…</p>
  if (volunteer.state === 'failed') return <Failure error={volunteer.error} />
  if (volunteer.value === null) return <p>This user has not volunteered.</p>
  const { user, departments } = volunteer.value
  return (
    <article>
      <h2>{displayName(user)}</h2>
      <ul>
        {departments.map(({ id, name, states }) => (
          <li key={id}>
            {name || `Department ${id}`}: {states.join(', ')}
          </li>
        ))}
      </ul>
    </article>
  )
}
