import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { pagePath } from '../client.js'
import { readPage, readProblem } from '../expectations.js'
import type { VariantChecks } from './check.js'

const invalid = pagePath('garbage')

export const cursorChecks: VariantChecks<'cursor.invalid'> = {
  'cursor.invalid': {
    '400': {
      'refuses it': async (open) => {
        expect(await readProblem(await open().get(invalid))).toMatchObject(refused.invalidCursor)
      },
    },
    'first-page': {
      'starts at the first page': async (open) => {
        const { get, page } = open()
        expect(await readPage(await get(invalid))).toEqual(await page())
      },
    },
    'empty-page': {
      'gives an empty last page': async (open) => {
        expect(await readPage(await open().get(invalid))).toStrictEqual({ data: [], nextPage: null })
      },
    },
  },
}
