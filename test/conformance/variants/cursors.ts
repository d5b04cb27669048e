import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { connect, pagePath, ROLES } from '../client.js'
import { readPage, readProblem } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

const issued = (await connect().page()).nextPage!

/** Cursors that the mock never issued. The properties of cursors change the issued one in any way. */
const cursors = [
  'garbage',
  'x'.repeat(10_240),
  '100',
  '2',
  'null',
  base64('100'),
  base64(JSON.stringify({ after: '100' })),
  '✓🎟',
  '\0',
  `${issued}=`,
  ` ${issued}`,
  encodeURIComponent(encodeURIComponent(`${issued}/`)),
]

const queries = [
  'nextPage=',
  'nextPage',
  `nextPage=${issued}&nextPage=${issued}`,
  `nextPage=${issued}&nextPage=`,
  'nextPage=%zz',
  'nextPage=%ff%fe',
]

const paths = [...cursors.map((cursor) => pagePath(cursor)), ...queries.map((query) => `${ROLES}?${query}`)]

const acceptsIssued: Check = async (open) => {
  expect((await open().walk()).map(({ data }) => data?.length)).toEqual([100, 100, 50])
}

export const cursorChecks: VariantChecks<'cursor.invalid'> = {
  'cursor.invalid': {
    '400': {
      'accepts a cursor that was issued': acceptsIssued,
      'refuses any other': async (open) => {
        const { get } = open()
        for (const path of paths) {
          const body = await readProblem(await get(path))
          expect({ path, ...body }).toMatchObject({ path, ...refused.invalidCursor })
          expect(JSON.stringify(body).length).toBeLessThan(1000)
        }
      },
    },
    'first-page': {
      'accepts a cursor that was issued': acceptsIssued,
      'starts at the first page for any other': async (open) => {
        const { get, page } = open()
        const first = await page()
        for (const path of paths)
          expect({ path, ...(await readPage(await get(path))) }).toEqual({ path, ...first })
      },
    },
    'empty-page': {
      'accepts a cursor that was issued': acceptsIssued,
      'gives an empty last page for any other': async (open) => {
        const { get } = open()
        for (const path of paths)
          expect({ path, ...(await readPage(await get(path))) }).toStrictEqual({
            path,
            data: [],
            nextPage: null,
          })
      },
    },
  },
}
