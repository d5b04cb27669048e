import type { Role } from 'conmock'
import { useEffect, useState } from 'react'
import { getRoles } from './api'
import { Failure } from './Failure'

/** The page to load: the first one, or the one of a cursor. */
interface Wanted {
  readonly cursor?: string
}

interface Pages {
  readonly roles: readonly Role[]
  /** The page that was loaded last, or failed. */
  readonly last?: Wanted
  /** The next page. `undefined` on the last page. */
  readonly next?: Wanted | undefined
  readonly error?: unknown
}

export function RolesPanel({ token }: { token: string }) {
  const [pages, setPages] = useState<Pages>({ roles: [] })
  const [wanted, setWanted] = useState<Wanted>({})
  const [filter, setFilter] = useState('')

  useEffect(() => {
    const stop = new AbortController()
    getRoles(wanted.cursor, token, stop.signal)
      // Both may be absent or null: no roles, and no next page.
      .then(({ data, nextPage }) =>
        setPages(({ roles }) => ({
          roles: [...roles, ...(data ?? [])],
          last: wanted,
          next: typeof nextPage === 'string' ? { cursor: nextPage } : undefined,
        })),
      )
      .catch((error: unknown) => {
        // A failed page can be loaded again.
        if (!stop.signal.aborted)
          setPages(({ roles }) => ({ roles, last: wanted, next: { ...wanted }, error }))
      })
    return () => stop.abort()
  }, [wanted, token])

  const { roles, last, next, error } = pages
  const loading = last !== wanted
  const shown = roles.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
  const count = filter === '' ? `${roles.length} roles` : `${shown.length} of ${roles.length} roles`

  return (
    <section className="panel" aria-labelledby="roles">
      <header>
        <h2 id="roles">Roles</h2>
        <label>
          Filter <input type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />
        </label>
      </header>
      <ul className="roles" aria-label="Roles">
        {shown.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      {error !== undefined && <Failure error={error} />}
      <footer className="row">
        <span className="quiet" role="status">
          {loading ? 'Loading …' : `${count}${next ? ' so far' : ', all of them'}`}
        </span>
        {next && (
          <button disabled={loading} onClick={() => setWanted(next)}>
            {error === undefined ? 'Next page' : 'Try again'}
          </button>
        )}
      </footer>
    </section>
  )
}
