import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createMock, type RoleList } from '../../src/index.js'
import { runnableCells } from './projects.js'
import { evaluate } from './run.js'

const elsewhere = { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }

/** The default data, and the responses with every page of roles. Also runs as text, so it uses nothing from outside. */
async function defaultData(create: typeof createMock): Promise<unknown[]> {
  const mock = create()
  const seen: unknown[] = [mock.export()]
  for (let query: string | undefined = ''; query !== undefined;) {
    const headers = { authorization: 'Bearer mock-all-scopes' }
    const response = await mock.fetch(`http://mock/api/v0/roles${query}`, { headers })
    const text = await response.text()
    seen.push([...response.headers], text)
    const { nextPage } = JSON.parse(text) as RoleList
    query = nextPage ? `?nextPage=${nextPage}` : undefined
  }
  return seen
}

const program = `import { createHash } from 'node:crypto'
import { createMock } from 'conmock'
${defaultData.toString()}
const place = [new Date('2026-01-01').getTimezoneOffset(), (1234.5).toLocaleString()]
const data = JSON.stringify(await defaultData(createMock))
console.log(JSON.stringify([place, createHash('sha256').update(data).digest('hex')]))`

describe.each(runnableCells(({ node }) => node.version))('%s', (_, cell) => {
  it('has the same default data as the source code, also in another time zone and language', async () => {
    const data = JSON.stringify(await defaultData(createMock))
    const own = createHash('sha256').update(data).digest('hex')
    expect(await evaluate(cell, program, elsewhere)).toEqual([[-345, '1.234,5'], own])
  })
})
