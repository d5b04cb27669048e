import { describe, expect, it } from 'vitest'
import { startRealService } from './support/real-service.js'
import { expectSkipped, verifyIn } from './support/service-runs.js'
import { rolesOf } from './support/service-users.js'

/** A parameter that is `undefined` would get its default. */
const absent = Symbol('JSON leaves it out')

/** @param data The list that the service sends without roles. `undefined` leaves it out. */
function startServiceWithRoles(count: number, data: unknown = []) {
  return startRealService(
    {},
    {
      pageSize: 2,
      roles: rolesOf(count),
      change: (response) => (count === 0 ? { ...response, body: { data, nextPage: null } } : response),
    },
  )
}

describe('the states about roles', () => {
  it('are found in the service', async () => {
    const { outcome } = await verifyIn(await startServiceWithRoles(5), [
      { states: ['roles exist'] },
      { states: [['roles exist', { count: 5, pageSize: 2 }]] },
      // More roles and larger pages are accepted if the number of pages is the same.
      { states: [['roles exist', { count: 3, pageSize: 1 }]] },
      { states: ['the last page (null)'] },
      {
        path: '/api/v0/roles?nextPage=x',
        states: ['the last page of roles'],
        fromState: { query: { nextPage: '${cursor}' } },
        body: { data: [{}], nextPage: null },
      },
      {
        path: '/api/v0/roles?nextPage=x',
        states: ['a cursor to page 2'],
        fromState: { query: { nextPage: '${cursor}' } },
        body: { data: [{}, {}], nextPage: 'x' },
        rules: { '$.nextPage': { match: 'type' } },
      },
    ])
    expect(outcome).toBe('verified')
  })

  it('are found in a service without roles', async () => {
    const { outcome } = await verifyIn(await startServiceWithRoles(0, absent), [
      { states: ['no roles exist'] },
      { states: ['no roles exist (absent)'] },
      { states: ['the last page'] },
    ])
    expect(outcome).toBe('verified')
  })

  it.each<[state: string, parameters: object, reason: RegExp]>([
    ['roles exist', { count: 6 }, /the service has 5 roles on 3 pages, but the state needs at least 6/],
    [
      'roles exist',
      { count: 4, pageSize: 1 },
      /the service has 5 roles on 3 pages, but the state needs .* on 4$/,
    ],
    ['no roles exist', {}, /the service has roles$/],
    [
      'the last page',
      { nextPage: 'absent' },
      /"nextPage" on the last page of the service is null.* with roles\.lastPage=null$/,
    ],
    ['a cursor to page', { page: 4 }, /there is no page 4/],
  ])('are skipped when the service does not have them: "%s" %j', async (name, parameters, reason) => {
    expect(
      await expectSkipped(await startServiceWithRoles(5), { states: [[name, { ...parameters }]] }),
    ).toMatch(reason)
  })

  it('are skipped when the service has no roles or shows that in another form', async () => {
    const service = await startServiceWithRoles(0, null)
    expect(await expectSkipped(service, { states: ['no roles exist (array)'] })).toMatch(
      /"data" of the service is null /,
    )
    expect(await expectSkipped(service, { states: ['roles exist'] })).toMatch(/the service has 0 roles/)
  })
})
