import { describe, expect, it } from 'vitest'
import { connect, ROLES } from './client.js'
import { readPage } from './expectations.js'

describe('listing roles', () => {
  it.each([
    ['array', 'absent', { data: [] }],
    ['absent', 'absent', {}],
  ] as const)('roles.empty=%s with roles.lastPage=%s', async (empty, lastPage, expected) => {
    const assumptions = { 'roles.empty': empty, 'roles.lastPage': lastPage }
    const { get, mock } = connect({ data: 'empty', assumptions })
    expect(await readPage(await get(ROLES))).toStrictEqual(expected)
    const { id } = await mock.roles.create({ name: 'the only one' })
    expect((await readPage(await get(ROLES))).data).toEqual([{ id, name: 'the only one' }])
    await mock.roles.delete(id)
    expect(await readPage(await get(ROLES))).toStrictEqual(expected)
  })

  it('roles.empty applies to an empty list, but not to an empty page of a list', async () => {
    const { page, mock } = connect({
      roleCount: 3,
      assumptions: { 'roles.empty': 'null', 'roles.pageSize': 2 },
    })
    const { nextPage } = await page()
    await mock.roles.delete('3')
    expect(await page(nextPage)).toEqual({ data: [], nextPage: null })
  })
})
