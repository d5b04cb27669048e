import type { Volunteer } from 'conmock'
import type { ReactNode } from 'react'
import type { Pickup } from '../mock/api'
import type { Registration } from './api'

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

/** The preferred name replaces first and last name. It may be absent, null or empty. */
function namesOf({ preferredName, firstName, lastName }: Volunteer['user']) {
  const full = `${firstName} ${lastName}`.trim()
  return { shown: preferredName || full || 'No name', full }
}

/** What the desk knows about a volunteer. */
export interface Known {
  readonly volunteer: Volunteer
  readonly registration: Registration | null | undefined
  readonly pickup: Pickup | null | undefined
}

export function VolunteerCard({ volunteer, registration, pickup }: Known) {
  const { user, contactMethods, departments, options } = volunteer
  const { shown, full } = namesOf(user)
  return (
    <article className="volunteer">
      <div className="person">
        <span className="avatar" aria-hidden="true">
          {Array.from(shown)[0]}
        </span>
        <div>
          <h3>{shown}</h3>
          <p className="quiet">
            {shown !== full && <>{full} · </>}
            {user.username && <>@{user.username}</>}
          </p>
        </div>
      </div>

      <dl>
        <Row name="Email">
          <a href={`mailto:${user.email}`}>{user.email}</a>
        </Row>
        <Row name="Phone">
          <a href={`tel:${user.phone}`}>{user.phone}</a>
        </Row>
        {registration !== undefined && (
          <Row name="Badge">
            {registration
              ? `${registration.badgeName || 'No name'}, ${registration.status}`
              : 'Not registered'}
          </Row>
        )}
        {pickup && <Row name="Picked up">{pickup.isDone ? 'yes' : 'no'}</Row>}
      </dl>

      <h4>To be contacted by</h4>
      {contactMethods.length === 0 && <p className="quiet">Nothing given.</p>}
      <dl>
        {contactMethods.map(({ name, value, isPrimary }, index) => (
          <Row key={index} name={name}>
            {value} {isPrimary && <span className="badge interest">preferred</span>}
          </Row>
        ))}
      </dl>

      <h4>Departments</h4>
      {departments.length === 0 && <p className="quiet">None chosen.</p>}
      <ul className="departments">
        {departments.map(({ id, name, states }) => (
          <li key={id}>
            {name ?? <span className="quiet">Department {id}</span>}
            <span className="badges">
              {states.map((state) => (
                <span key={state} className={`badge ${state}`}>
                  {state}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>

      {options.length > 0 && <h4>Answers</h4>}
      <dl>
        {options.map(({ name, value }, index) => (
          <Row key={index} name={name}>
            {Array.isArray(value) ? value.join(', ') || '–' : value}
          </Row>
        ))}
      </dl>

      <footer className="quiet">
        Applied {dates.format(new Date(volunteer.createdAt))}, last changed{' '}
        {dates.format(new Date(volunteer.updatedAt))}
      </footer>
    </article>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
