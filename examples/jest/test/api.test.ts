import { describe, expect, test } from '@jest/globals'
import { createMock, forEachVariant } from 'conmock'
import { http, HttpResponse } from 'msw'
import { ApiError } from '../src/api'
import { apiFor, baseUrl, mock, server } from './convention'

describe('a volunteer', () => {
  const api = apiFor('mock-volunteer-read')

  test('is found by the id of the user', async () => {
    const created = await mock.volunteers.create({ user: { id: '42', firstName: 'Sky' } })

    expect(await api.getVolunteer('42')).toEqual(created)
  })

  test('may have no preferred name, in two ways', async () => {
    await mock.volunteers.create({ user: { id: '42', preferredName: undefined } })

    expect((await api.getVolunteer('42'))?.user).not.toHaveProperty('preferredName')
    mock.assume({ 'user.preferredNameUnset': 'null' })
    expect((await api.getVolunteer('42'))?.user.preferredName).toBeNull()
  })

  test('is null for a user without a record, and for no user at all', async () => {
    await mock.users.create({ id: '43' })

    expect(await api.getVolunteer('43')).toBeNull()
    expect(await api.getVolunteer('nobody')).toBeNull()
  })

  test('is refused to a token without the scope', async () => {
    await expect(apiFor('mock-user-read').getVolunteer('1')).rejects.toThrow(new ApiError(403))
  })
})

describe('the roles', () => {
  const api = apiFor('mock-user-read')

  test('are all there, however the API says that a page is the last', async () => {
    await forEachVariant({ mock }, async () => {
      expect(await api.listRoles()).toEqual(mock.roles.findMany())
    })
  })

  test('are none, however the API says it', async () => {
    const empty = createMock({ data: 'empty' })
    // Handlers of `use()` come first, also those of another mock.
    server.use(...empty.handlers)

    await forEachVariant({ mock: empty, vary: ['roles.empty', 'roles.lastPage'] }, async () => {
      expect(await api.listRoles()).toEqual([])
    })
  })

  test('are refused after too many requests', async () => {
    mock.faults.add({ when: { from: 3 }, effect: { status: 429, retryAfter: 2 } })

    await expect(api.listRoles()).rejects.toThrow(new ApiError(429))
  })

  test('are unknown while the network is down', async () => {
    server.use(http.get(`${baseUrl}/api/v0/roles`, () => HttpResponse.error()))

    await expect(api.listRoles()).rejects.toThrow('Failed to fetch')
  })
})
