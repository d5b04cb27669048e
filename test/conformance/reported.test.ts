import { describe, expect, it } from 'vitest'
import { resourceSchemas } from '../../src/convention/resources.js'
import { edgeCases } from '../../src/index.js'
import { connect, volunteerPath } from './client.js'
import { expectSuccess } from './expectations.js'

function open() {
  return connect({ profile: 'reported' })
}

/** The body of an error of the real service. */
function errorOf(kind: string, message: RegExp): unknown {
  return { errors: { [kind]: { message: expect.stringMatching(message) as string } } }
}

// The profile only sets assumptions. variants.test.ts tests each of them, and this file what several do together.
describe('the profile reported', () => {
  it('shows a record with preferredName, which may be null, and isStaff', async () => {
    const { get, mock } = open()
    const { noPreferredName, nullPreferredName, preferredName: named } = edgeCases
    for (const { id } of [noPreferredName, nullPreferredName, named].map(({ user }) => user)) {
      const record = mock.volunteers.find({ user: { id } })!
      const response = await get(volunteerPath(id))
      expectSuccess(response)
      const body = (await response.json()) as object
      const preferredName = record.user.preferredName ?? null
      const user = { ...record.user, preferredName, isStaff: expect.any(Boolean) as boolean }
      expect(body).toStrictEqual({ ...record, user })
      expect(() => resourceSchemas.Volunteer.parse(body)).not.toThrow()
    }
  })

  it('refuses unknown paths in an envelope: with 501, after the credential, if they are of the API', async () => {
    const { fetch, get } = open()
    expect((await fetch('/api/v0/users/1')).status).toBe(401)
    const response = await get('/api/v0/users/1')
    expect(response.status).toBe(501)
    const message = /GET \/api\/v0\/users\/1 is not in the API specification.*handler/
    expect(await response.json()).toStrictEqual(errorOf('server', message))
    const elsewhere = await get('/nowhere')
    expect(elsewhere.status).toBe(404)
    expect(await elsewhere.json()).toStrictEqual(errorOf('resource', /nowhere/))
  })
})
