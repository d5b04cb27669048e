import { describe, expect, it } from 'vitest'
import { refused } from '../support/refusals.js'
import { connect, pagePath, ROLES } from './client.js'
import { readPage, readProblem } from './expectations.js'

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

const issued = (await connect().page()).nextPage!

/** Cursors that the mock never issued; some are changed from the one that it issued. */
const cursors: [what: string, cursor: string][] = [
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

const queries: [what: string, query: string][] = [
  ['an empty one', 'nextPage='],
  ['a parameter without a value', 'nextPage'],
  ['the issued one, given twice', `nextPage=${issued}&nextPage=${issued}`],
  ['the issued one and an empty one', `nextPage=${issued}&nextPage=`],
  ['broken percent-encoding', 'nextPage=%zz'],
  ['percent-encoding that is not UTF-8', 'nextPage=%ff%fe'],
]

const paths = [
  ...cursors.map(([what, cursor]) => [what, pagePath(cursor)] as const),
  ...queries.map(([what, query]) => [what, `${ROLES}?${query}`] as const),
]

function open(variant: '400' | 'first-page' | 'empty-page') {
  return connect({ assumptions: { 'cursor.invalid': variant } })
}

describe('a cursor', () => {
  it.each(paths)('is invalid if it is %s', async (_, path) => {
    const body = await readProblem(await open('400').get(path))
    expect(body).toMatchObject(refused.invalidCursor)
    expect(JSON.stringify(body).length).toBeLessThan(1000)
    const { get, page } = open('first-page')
    expect(await readPage(await get(path))).toEqual(await page())
    const empty = await readPage(await open('empty-page').get(path))
    expect(empty).toStrictEqual({ data: [], nextPage: null })
  })

  it.each(['400', 'first-page', 'empty-page'] as const)('is valid if it was issued: %s', async (variant) => {
    expect((await open(variant).walk()).map(({ data }) => data?.length)).toEqual([100, 100, 50])
  })
})
