import { describe, expect, it } from 'vitest'
import { expectSkipped, verifyIn, startRealService } from './support/real-service.js'
import { rolesOf } from './support/service-users.js'

const startServiceWithRoles = () => startRealService({}, { pageSize: 2, roles: rolesOf(5) })

/** A service without roles that says so in this way. */
function startServiceWithoutRoles(list: { readonly data?: null }) {
  return startRealService({}, { change: (response) => ({ ...response, body: { ...list, nextPage: null } }) })
}

describe('the states about roles', () => {
  it('are found in the service', async () => {
    const cursor = { path: '/api/v0/roles?nextPage=x', fromState: { query: { nextPage: '${cursor}' } } }
    const { outcome } = await verifyIn(await startServiceWithRoles(), [
      { states: ['roles exist'] },
      { states: [['roles exist', { count: 5, pageSize: 2 }]] },
      // More roles and larger pages are accepted if the number of pages is the same.
      { states: [['roles exist', { count: 3, pageSize: 1 }]] },
      { states: ['the last page (null)'] },
      { ...cursor, states: ['the last page of roles'], body: { data: [{}], nextPage: null } },
      {
        ...cursor,
        states: ['a cursor to page 2'],
        body: { data: [{}, {}], nextPage: 'x' },
        rules: { '$.nextPage': { match: 'type' } },
      },
    ])
    expect(outcome).toBe('verified')
  })

  it('are found in a service without roles', async () => {
    const { outcome } = await verifyIn(await startServiceWithoutRoles({}), [
      { states: ['no roles exist'] },
      { states: ['no roles exist (absent)'] },
      { states: ['the last page'] },
    ])
    expect(outcome).toBe('verified')
  })

  it.each<[state: string, parameters: object, reason: RegExp]>([
    ['roles exist', { count: 6 }, /the service has 5 roles on 3 pages, but the state needs at least 6/],
    ['roles exist', { count: 4, pageSize: 1 }, /the service has 5 roles on 3 pages, but .* on 4$/],
    ['no roles exist', {}, /the service has roles$/],
    ['the last page', { nextPage: 'absent' }, /the service is null.* with roles\.lastPage=null$/],
    ['a cursor to page', { page: 4 }, /there is no page 4/],
  ])('are skipped when the service does not have them: "%s" %j', async (name, parameters, reason) => {
    const states = [[name, { ...parameters }]] as const
    expect(await expectSkipped(await startServiceWithRoles(), { states })).toMatch(reason)
  })

  it('are skipped when the service has no roles or shows that in another form', async () => {
    const service = await startServiceWithoutRoles({ data: null })
    const inAnArray = await expectSkipped(service, { states: ['no roles exist (array)'] })
    expect(inAnArray).toMatch(/"data" of the service is null /)
    expect(await expectSkipped(service, { states: ['roles exist'] })).toMatch(/the service has 0 roles/)
  })
})
