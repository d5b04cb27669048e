import { describe, expect, test } from 'vitest'
import { createMock, type Mock, type RoleList } from '../../src/index.js'
import { ask, ROLES } from '../support/ask.js'

const LONG = '\u4f50'.repeat(13_000)

/** Reads the ids of all pages. @param between Called after each page. */
async function readIds(mock: Mock, between?: (id: string) => Promise<unknown>): Promise<string[]> {
  const ids: string[] = []
  for (let query = ''; ids.length < 20;) {
    const { data, nextPage } = (await ask(mock, ROLES + query)).body as RoleList
    ids.push(...data!.map(({ id }) => id.slice(-2)))
    await between?.(data![0]!.id)
    if (!nextPage) return ids
    expect(nextPage.length).toBeLessThan(5000)
    query = `?nextPage=${nextPage}`
  }
  throw new Error('the pages have no end')
}

describe.each(['id', 'name', 'created'] as const)('with long names and ids, in the order of %s,', (order) => {
  const roles = ['a', LONG, `${LONG}b1`, `${LONG}b2`, 'c'.repeat(505), 'c'.repeat(508), 'd'].map(
    (name, index) => ({ id: `${name}-${index}`, name }),
  )
  const open = () =>
    createMock({ data: { roles }, assumptions: { 'roles.order': order, 'roles.pageSize': 1 } })

  test('the pages have each record once, and their cursors fit into a URL', async () => {
    const all = await readIds(open())
    expect(all.toSorted()).toEqual(['-0', '-1', '-2', '-3', '-4', '-5', '-6'])
  })

  test('a record that is deleted after its page repeats no other', async () => {
    const mock = open()
    const read = await readIds(mock, (id) =>
      id.endsWith('-4') || id.endsWith('-6') ? mock.roles.delete(id) : Promise.resolve(),
    )
    expect(new Set(read).size).toBe(read.length)
    expect(read).toEqual(expect.arrayContaining(['-0', '-1', '-2', '-3', '-4', '-5', '-6']))
  })
})
