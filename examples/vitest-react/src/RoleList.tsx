import { useCallback } from 'react'
import type { Api } from './api'
import { Failure } from './Failure'
import { useLoaded } from './useLoaded'

export function RoleList({ api }: { api: Api }) {
  const roles = useLoaded(useCallback(() => api.listRoles(), [api]))
  if (roles.state === 'loading') return <p role="status">Loading…</p>
  if (roles.state === 'failed') return <Failure error={roles.error} />
  if (roles.value.length === 0) return <p>There are no roles.</p>
  return (
    <ul aria-label="Roles">
      {roles.value.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
