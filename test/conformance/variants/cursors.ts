import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { pagePath } from '../client.js'
import { readProblem, readRoleList } from '../expectations.js'
import type { Check, VariantChecks } from './check.js'

const refusesInvalid: Check = async (open) => {
  const { get } = open()
  const body = await readProblem(await get(pagePath('garbage')))
  expect(body).toMatchObject({ ...refused.invalidCursor, assumption: 'cursor.invalid' })
}

const startsAtFirstPage: Check = async (open) => {
  const { get, page } = open()
  expect(await readRoleList(await get(pagePath('garbage')))).toEqual(await page())
}

const isEmpty: Check = async (open) => {
  const { get } = open()
  expect(await readRoleList(await get(pagePath('garbage')))).toStrictEqual({ data: [], nextPage: null })
}

export const cursorChecks: VariantChecks<'cursor.invalid'> = {
  'cursor.invalid': {
    '400': { 'refuses it': refusesInvalid },
    'first-page': { 'starts at the first page': startsAtFirstPage },
    'empty-page': { 'gives an empty last page': isEmpty },
  },
}
