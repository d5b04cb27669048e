import { expect } from 'vitest'
import { refused } from '../../support/refusals.js'
import { idsOf, pagePath } from '../client.js'
import { readProblem } from '../expectations.js'
import type { Check, Checks, ListChecks, Open } from './check.js'
import { type ListName } from '../../support/convention.js'

const orders = ['id', 'name', 'created'] as const
type Order = (typeof orders)[number]

/** Opens a list of four records on two pages, which each order sorts differently. One of them is created later. */
async function openFour(list: ListName, open: Open) {
  const records = [
    { id: '9', name: 'Crew' },
    { id: '10', name: 'Band' },
    { id: '11', name: 'Artists' },
  ]
  const client = open({ data: { [list]: records }, assumptions: { [`${list}.pageSize`]: 2 } })
  await client.records.create({ id: '1', name: 'Dealers' })
  return client
}

function order(list: ListName, ids: readonly string[]): Check {
  return async (open) => {
    const { walk } = await openFour(list, open)
    const pages = await walk()
    expect(pages).toHaveLength(2)
    expect(idsOf(pages)).toEqual(ids)
  }
}

/** After the first page, deletes records before and after the cursor, and creates records that sort before and after. */
function changes(list: ListName, rest: readonly string[]): Check {
  return async (open) => {
    const { page, records } = await openFour(list, open)
    const [first, second] = [await page(), (await page((await page()).nextPage)).data!]
    await records.delete(idsOf([first])[1]!)
    await records.delete(second[0]!.id)
    await records.create({ id: '0', name: 'Aaa' })
    await records.create({ id: '99', name: 'Zoo' })
    const pages = [await page(first.nextPage)]
    for (let next = pages[0]?.nextPage; typeof next === 'string'; next = pages.at(-1)?.nextPage) {
      pages.push(await page(next))
    }
    expect(idsOf(pages)).toEqual(rest)
  }
}

function renamed(list: ListName, ids: readonly string[]): Check {
  return async (open) => {
    const { walk, mock, records } = await openFour(list, open)
    await records.update('11', { name: 'Crowd' })
    expect(idsOf(await walk())).toEqual(ids)
    await mock.reset()
    await records.create({ id: '1', name: 'Dealers' })
    expect(idsOf(await walk())).toHaveLength(4)
  }
}

function cursors(list: ListName, own: Order): Check {
  return async (open) => {
    const { page, get, mock, path } = await openFour(list, open)
    const { nextPage } = await page()
    for (const other of orders.filter((each) => each !== own)) {
      mock.assume({ [`${list}.order`]: other })
      expect(await readProblem(await get(pagePath(nextPage, path)))).toMatchObject(refused.invalidCursor)
    }
    mock.assume({ [`${list}.order`]: own })
    expect((await get(pagePath(nextPage, path))).status).toBe(200)
  }
}

function checksOf(
  list: ListName,
  own: Order,
  four: readonly string[],
  rest: readonly string[],
  later = four,
): Checks {
  return {
    'sorts the list over all its pages': order(list, four),
    'neither repeats nor hides a role if others are created or deleted between two pages': changes(
      list,
      rest,
    ),
    'sorts a renamed role by its new name': renamed(list, later),
    'refuses a cursor of another order': cursors(list, own),
  }
}

export const orderChecks: ListChecks<'order'> = (list) => ({
  order: {
    id: checksOf(list, 'id', ['1', '9', '10', '11'], ['11', '99']),
    name: checksOf(list, 'name', ['11', '10', '9', '1'], ['1', '99'], ['10', '9', '11', '1']),
    created: checksOf(list, 'created', ['9', '10', '11', '1'], ['1', '0', '99']),
  },
})
