import { describe, expect, it } from 'vitest'
import { createMock } from '../../../src/index.js'
import { runServer } from '../../support/running-server.js'
import { ApiError, createClient, ForbiddenError, NotFoundError, UnauthorizedError } from './client.js'

describe('the reference client', () => {
  it('reads all roles, page by page', async () => {
    const mock = createMock({ assumptions: { 'roles.pageSize': 100, 'roles.lastPage': 'absent' } })
    const { url } = await runServer({ mock })
    const client = createClient({ baseUrl: url, token: 'mock-user-read' })
    const roles = []
    for await (const role of client.allRoles()) roles.push(role)
    expect(roles).toEqual(mock.roles.findMany())
    expect(roles).toHaveLength(250)
  })

  it('reads a record with any id', async () => {
    const mock = createMock()
    const volunteer = await mock.volunteers.create({ user: { id: 'a/b?c#ü' } })
    const { url } = await runServer({ mock })
    const client = createClient({ baseUrl: url, token: 'mock-volunteer-read' })
    expect(await client.getVolunteer('a/b?c#ü')).toEqual(volunteer)
  })

  it('throws a different error for each kind of refusal', async () => {
    const mock = createMock()
    const { url } = await runServer({ mock })
    const as = (token?: string) => createClient({ baseUrl: url, ...(token !== undefined && { token }) })
    await expect(as().listRoles()).rejects.toBeInstanceOf(UnauthorizedError)
    await expect(as('mock-expired').listRoles()).rejects.toMatchObject({
      name: 'UnauthorizedError',
      status: 401,
    })
    await expect(as('mock-no-scopes').listRoles()).rejects.toBeInstanceOf(ForbiddenError)
    const unknown = as('mock-volunteer-read').getVolunteer('unknown-id')
    await expect(unknown).rejects.toBeInstanceOf(NotFoundError)
    await expect(unknown).rejects.toThrow(
      'the volunteer record of user unknown-id: the API answered with status 404',
    )
  })

  it('throws an ApiError for every other status', async () => {
    const { url } = await runServer()
    const refused = createClient({ baseUrl: url, token: 'mock-user-read' }).listRoles({
      nextPage: 'no-cursor',
    })
    await expect(refused).rejects.toMatchObject({ constructor: ApiError, status: 400 })
  })
})
