import { expect, it } from 'vitest'
import { connect } from './client.js'

it('roles.empty applies to an empty list, but not to an empty page of a list', async () => {
  const { page, mock } = connect({
    roleCount: 3,
    assumptions: { 'roles.empty': 'null', 'roles.pageSize': 2 },
  })
  const { nextPage } = await page()
  await mock.roles.delete('3')
  expect(await page(nextPage)).toEqual({ data: [], nextPage: null })
})
