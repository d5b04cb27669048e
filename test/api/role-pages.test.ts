import { describe, expect, it } from 'vitest'
import { issueCursor, MAX_CURSOR_LENGTH, readCursor } from '../../src/api/cursor.js'
import { ListPages } from '../../src/api/list-pages.js'
import { PageCache } from '../../src/api/page-cache.js'
import type { ApiData } from '../../src/api/operation-handler.js'
import type { RenderedBody } from '../../src/api/answer.js'
import { resolveSettings } from '../../src/contract/settings.js'
import type { AssumptionInput } from '../../src/index.js'

/** Pages of one list, and how often a page was rendered. */
function createPages() {
  let written = 0
  const roles: Pick<ApiData['stores']['roles'], 'page'> = {
    page(key, size) {
      // Called once for each page that is rendered.
      written++
      const records = Array.from({ length: size }, (_, index) => ({ id: `${key}-${index}`, name: 'x' }))
      return { records, more: true, lastKey: records.at(-1)!.id }
    },
  }
  const pages = new PageCache()
  function open(assumptions: AssumptionInput = {}) {
    const settings = resolveSettings({ assumptions: { 'roles.pageSize': 1, ...assumptions } })
    return new ListPages('roles', { data: { version: 1, stores: { roles } } as ApiData, settings, pages })
  }
  const usual = open()
  /** Requests the page after a role, with a cursor of our own making. */
  function ask(key: string, of = usual) {
    return of.answer({ id: '', query: `nextPage=${issueCursor('roles by id', key)}` })
  }
  return { ask, open, written: () => written }
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

  it('holds fewer pages if their cursors are long', () => {
    const { ask, written } = createPages()
    // The bodies alone are less than 6 MB.
    for (let page = 0; page < 500; page++) ask(String(page).padEnd(5000, 'x'))
    ask('0'.padEnd(5000, 'x'))
    expect(written()).toBe(501)
  })

  it('has one limit for all variants of a mock, and separate pages for each variant', () => {
    const { ask, open, written } = createPages()
    const withMore = open({ 'extras.hasMore': 'present' })
    expect(ask('0')).not.toHaveProperty('body', (ask('0', withMore) as RenderedBody).body)
    for (let page = 1; page < 1000; page++) ask(String(page))
    expect(written()).toBe(1001)
    // The last of these pages exceeded the limit, so all pages before it were evicted.
    ask('0', withMore)
    expect(written()).toBe(1002)
  })
})

describe('a cursor that is longer than the maximum', () => {
  const list = 'roles by name'

  it('is refused although its checksum is correct', () => {
    const long = issueCursor(list, 'x'.repeat(9000))
    expect(long.length).toBeGreaterThan(MAX_CURSOR_LENGTH)
    expect(readCursor(list, long)).toBeUndefined()
    const { ask, written } = createPages()
    expect(ask('x'.repeat(9000))).toMatchObject({ status: 400, code: 'invalid_cursor' })
    expect(written()).toBe(0)
  })

  it('is never issued for a valid id or name', () => {
    for (const character of ['x', '"', '\\', '\0', 'é', '日', '\uD800']) {
      const key = character.repeat(1000)
      const cursor = issueCursor(list, key)
      expect(cursor.length).toBeLessThanOrEqual(MAX_CURSOR_LENGTH)
      expect(readCursor(list, cursor)).toBe(key)
    }
  })
})
