import { describe, expect, it } from 'vitest'
import { connect, idsOf, pagePath, ROLES, rolesOf } from './client.js'
import { readPage } from './expectations.js'

function sizesOf(pages: readonly { data?: unknown[] | null | undefined }[]): number[] {
  return pages.map(({ data }) => data?.length ?? 0)
}

describe('listing roles', () => {
  it('returns each of 250 roles once, in three pages, with nextPage null on the last page', async () => {
    const { walk, get, mock } = connect()
    const pages = await walk()
    expect(sizesOf(pages)).toEqual([100, 100, 50])
    expect(pages.at(-1)?.nextPage).toBeNull()
    for (const { nextPage } of pages) await readPage(await get(pagePath(nextPage)))
    expect(new Set(idsOf(pages)).size).toBe(250)
    expect(new Set(rolesOf(pages).map(({ name }) => name)).size).toBe(250)
    expect(rolesOf(pages)).toEqual(mock.roles.findMany())
  })

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
