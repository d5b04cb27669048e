import { beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../support/refusals.js'
import { connect, pagePath, ROLES } from './client.js'
import { readProblem, readRoleList } from './expectations.js'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

/** Paths with cursors that the mock never issued; some are changed from one that it issued. */
function forgeries(issued: string): [name: string, query: string][] {
  const cursors: [string, string][] = [
    ['garbage', 'garbage'],
    ['10 kB of garbage', 'x'.repeat(10_240)],
    ['a plain role id', '100'],
    ['a page number', '2'],
    ['the word null', 'null'],
    ['a role id in base64', base64('100')],
    ['JSON in base64', base64(JSON.stringify({ after: '100' }))],
    ['non-ASCII characters', '✓🎟'],
    ['a NUL', '\0'],
    ['the issued one repeated', issued + issued],
    ['the issued one reversed', issued.split('').toReversed().join('')],
    [
      'the issued one with upper and lower case swapped',
      issued.replace(/[a-zA-Z]/g, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase())),
    ],
    ['the issued one with padding', `${issued}=`],
    ['the issued one with a space before', ` ${issued}`],
    ['the issued one with a line break after', `${issued}\n`],
    ['the issued one, encoded twice', encodeURIComponent(encodeURIComponent(`${issued}/`))],
  ]
  const queries = cursors.map(([name, cursor]): [string, string] => [name, pagePath(cursor)])
  return [
    ...queries,
    ['an empty one', `${ROLES}?nextPage=`],
    ['a parameter without a value', `${ROLES}?nextPage`],
    ['the issued one, given twice', `${ROLES}?nextPage=${issued}&nextPage=${issued}`],
    ['the issued one and an empty one', `${ROLES}?nextPage=${issued}&nextPage=`],
    ['broken percent-encoding', `${ROLES}?nextPage=%zz`],
    ['percent-encoding that is not UTF-8', `${ROLES}?nextPage=%ff%fe`],
  ]
}

const names = forgeries('x').map(([name]) => name)

function forgery(issued: string, name: string): string {
  return forgeries(issued).find(([each]) => each === name)![1]
}

describe('a cursor that was never issued', () => {
  let issued: string
  beforeAll(async () => {
    issued = (await connect().page()).nextPage!
  })

  it.each(names)('is refused with 400: %s', async (name) => {
    const { get } = connect()
    const body = await readProblem(await get(forgery(issued, name)))
    expect(body).toMatchObject(refused.invalidCursor)
    expect(body['assumption']).toBe('cursor.invalid')
    expect(JSON.stringify(body).length).toBeLessThan(1000)
  })

  it('is refused if it is a part of an issued one', async () => {
    const { get } = connect()
    expect((await get(pagePath(issued))).status).toBe(200)
    for (let length = 1; length < issued.length; length++) {
      const beginning = await get(pagePath(issued.slice(0, length)))
      const end = await get(pagePath(issued.slice(length)))
      const statuses = [beginning.status, end.status]
      expect({ length, statuses }).toEqual({ length, statuses: [400, 400] })
    }
  })

  it('is refused if it is an issued one with one changed character', async () => {
    const { get } = connect()
    for (let place = 0; place < issued.length; place++) {
      const at = ALPHABET.indexOf(issued[place]!)
      // Small steps change the last bits of a character, which base64 decoders ignore at the end of a text.
      for (const step of [1, 2, 4, 32]) {
        const changed = issued.slice(0, place) + ALPHABET[(at + step) % 64] + issued.slice(place + 1)
        const { status } = await get(pagePath(changed))
        expect({ changed, status }).toEqual({ changed, status: 400 })
      }
    }
  })

  it.each(names)('starts at the first page with cursor.invalid=first-page: %s', async (name) => {
    const { get, page } = connect({ assumptions: { 'cursor.invalid': 'first-page' } })
    expect(await readRoleList(await get(forgery(issued, name)))).toEqual(await page())
  })

  it.each(names)('gives an empty last page with cursor.invalid=empty-page: %s', async (name) => {
    const { get } = connect({ assumptions: { 'cursor.invalid': 'empty-page' } })
    const body = await readRoleList(await get(forgery(issued, name)))
    expect(body).toStrictEqual({ data: [], nextPage: null })
  })

  it.each(['400', 'first-page', 'empty-page'] as const)(
    'does not affect issued cursors with cursor.invalid=%s',
    async (variant) => {
      const { walk } = connect({ assumptions: { 'cursor.invalid': variant } })
      expect((await walk()).map(({ data }) => data?.length)).toEqual([100, 100, 50])
    },
  )
})
