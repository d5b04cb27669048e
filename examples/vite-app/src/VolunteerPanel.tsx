import { useEffect, useState, type FormEvent } from 'react'
import { findPickup, findRegistration, getVolunteer } from './api'
import { Failure } from './Failure'
import { VolunteerCard, type Known } from './VolunteerCard'

interface Shown {
  readonly known?: Known
  readonly error?: unknown
}

export function VolunteerPanel({ token }: { token: string }) {
  const [userId, setUserId] = useState('1')
  const [shown, setShown] = useState<Shown>()

  useEffect(() => {
    const stop = new AbortController()
    setShown(undefined)
    const { signal } = stop
    Promise.all([
      getVolunteer(userId, token, signal),
      findRegistration(userId, token, signal),
      findPickup(userId, token, signal),
    ])
      .then(([volunteer, registration, pickup]) => setShown({ known: { volunteer, registration, pickup } }))
      .catch((error: unknown) => {
        if (!stop.signal.aborted) setShown({ error })
      })
    return () => stop.abort()
  }, [userId, token])

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = new FormData(event.currentTarget).get('userId')
    if (typeof given === 'string') setUserId(given.trim())
  }

  return (
    <section className="panel" aria-labelledby="volunteer">
      <header>
        <h2 id="volunteer">Volunteer</h2>
        <form className="row" onSubmit={show}>
          <label>
            User id <input name="userId" defaultValue={userId} size={10} required pattern=".*\S.*" />
          </label>
          <button>Show</button>
        </form>
      </header>
      {shown === undefined && <p className="quiet">Loading …</p>}
      {shown?.error !== undefined && <Failure error={shown.error} />}
      {shown?.known && <VolunteerCard {...shown.known} />}
    </section>
  )
}
