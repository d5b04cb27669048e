import { describe, expect, it } from 'vitest'
import { connect, idsOf, pagePath, ROLES, rolesOf } from './client.js'
import { readRoleList } from './expectations.js'

function sizesOf(pages: readonly { data?: unknown[] | null | undefined }[]): number[] {
  return pages.map(({ data }) => data?.length ?? 0)
}

describe('listing roles', () => {
  it('returns each of 250 roles once, in three pages, with nextPage null on the last page', async () => {
    const { walk, get, mock } = connect()
    const pages = await walk()
    expect(sizesOf(pages)).toEqual([100, 100, 50])
    expect(pages.at(-1)?.nextPage).toBeNull()
    for (const { nextPage } of pages) await readRoleList(await get(pagePath(nextPage)))
    expect(new Set(idsOf(pages)).size).toBe(250)
    expect(new Set(rolesOf(pages).map(({ name }) => name)).size).toBe(250)
    expect(rolesOf(pages)).toEqual(mock.roles.findMany())
  })

  it('returns the same page for the same cursor each time', async () => {
    const { page } = connect()
    const { nextPage } = await page()
    expect(await page(nextPage)).toEqual(await page(nextPage))
    expect(await page(nextPage)).not.toEqual(await page())
  })

  it('returns cursors that need no encoding in a URL', async () => {
    const { walk } = connect({ assumptions: { 'roles.pageSize': 1 } })
    const cursors = (await walk()).flatMap(({ nextPage }) => nextPage ?? [])
    expect(cursors).toHaveLength(249)
    expect(new Set(cursors).size).toBe(249)
    for (const cursor of cursors) expect(encodeURIComponent(cursor)).toBe(cursor)
  })

  it.each([1, 7, 100])('a full last page of %i roles has no cursor', async (size) => {
    const options = { data: 'single-page', assumptions: { 'roles.pageSize': size } } as const
    const pages = await connect(options).walk()
    expect(sizesOf(pages)).toEqual([size])
    expect(pages[0]?.nextPage).toBeNull()
  })

  it.each([
    ['array', 'absent', { data: [] }],
    ['absent', 'absent', {}],
  ] as const)('roles.empty=%s with roles.lastPage=%s', async (empty, lastPage, expected) => {
    const assumptions = { 'roles.empty': empty, 'roles.lastPage': lastPage }
    const { get, mock } = connect({ data: 'empty', assumptions })
    expect(await readRoleList(await get(ROLES))).toStrictEqual(expected)
    const { id } = await mock.roles.create({ name: 'the only one' })
    expect((await readRoleList(await get(ROLES))).data).toEqual([{ id, name: 'the only one' }])
    await mock.roles.delete(id)
    expect(await readRoleList(await get(ROLES))).toStrictEqual(expected)
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

describe('roles that are created or deleted between two pages', () => {
  it('neither repeat nor hide other roles, and do not invalidate a cursor', async () => {
    const { page, mock } = connect()
    const first = await page()
    const ids = idsOf([first])
    const all = mock.roles.findMany().map(({ id }) => id)
    const [seen, lastSeen, unseen] = [ids[3]!, ids.at(-1)!, all[150]!]
    for (const id of [seen, lastSeen, unseen]) await mock.roles.delete(id)
    await mock.roles.create({ id: '0', name: 'before every page' })
    await mock.roles.create({ id: '999999', name: 'after every page' })
    await mock.roles.update(all[120]!, { name: 'renamed meanwhile' })

    const second = await page(first.nextPage)
    const third = await page(second.nextPage)
    expect(third.nextPage).toBeNull()
    const expected = [...all.filter((id) => id !== unseen), '999999']
    expect(idsOf([first, second, third])).toEqual(expected)
    expect(second.data).toHaveLength(100)
    expect(rolesOf([second])).toContainEqual({ id: all[120], name: 'renamed meanwhile' })
  })

  it('change a list that is read again from its start', async () => {
    const { walk, mock } = connect()
    await mock.roles.create({ id: '0', name: 'new' })
    await mock.roles.delete('1')
    const ids = idsOf(await walk())
    expect(ids[0]).toBe('0')
    expect(ids).not.toContain('1')
    expect(ids).toHaveLength(250)
  })

  it('end the list if all remaining roles are deleted', async () => {
    const { page, mock } = connect({ roleCount: 120 })
    const first = await page()
    const seen = new Set(idsOf([first]))
    for (const { id } of mock.roles.findMany()) if (!seen.has(id)) await mock.roles.delete(id)
    expect(await page(first.nextPage)).toEqual({ data: [], nextPage: null })
  })
})
