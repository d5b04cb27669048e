import { describe, expect, it } from 'vitest'
import { issueCursor } from '../../src/api/cursor.js'
import { ListPages } from '../../src/api/list-pages.js'
import { kinds } from '../../src/convention/kinds.js'
import type { ApiRecords, HandlerParts } from '../../src/contract/operation.js'
import { resolveSettings } from '../support/convention.js'

/** Pages of one list, and how often a page was rendered. */
function createPages() {
  let written = 0
  const roles: Pick<ApiRecords, 'page'> = {
    page(key, size) {
      // Called once for each page that is rendered.
      written++
      const records = Array.from({ length: size }, (_, index) => ({ id: `${key}-${index}`, name: 'x' }))
      return { records, more: true, lastKey: records.at(-1)!.id }
    },
  }
  const data = { version: 1, stores: { roles } }
  const settings = resolveSettings({ assumptions: { 'roles.pageSize': 1 } })
  const pages = new ListPages(kinds.roles, {
    data: data as object as HandlerParts['data'],
    settings,
    now: Date.now,
  })
  /** Requests the page after a role, with a cursor of our own making. */
  function ask(key: string) {
    return pages.handle({ params: {}, query: `nextPage=${issueCursor('roles by id', key)}` })
  }
  return { ask, data, written: () => written }
}

describe('the page cache', () => {
  it('renders each of 900 pages once', () => {
    const { ask, written } = createPages()
    for (let round = 0; round < 2; round++) for (let page = 0; page < 900; page++) ask(String(page))
    expect(written()).toBe(900)
  })

  it('holds at most 1,000 pages', () => {
    const { ask, written } = createPages()
    for (let page = 0; page < 1001; page++) ask(String(page))
    ask('0')
    expect(written()).toBe(1002)
  })

  it('renders a page again after the data changed', () => {
    const { ask, data, written } = createPages()
    ask('0')
    data.version++
    for (let round = 0; round < 2; round++) ask('0')
    expect(written()).toBe(2)
  })
})
