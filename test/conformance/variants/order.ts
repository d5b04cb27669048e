import { expect } from 'vitest'
import type { AssumptionInput } from '../../../src/index.js'
import { idsOf, pagePath } from '../client.js'
import { readProblem, refused } from '../expectations.js'
import type { Check, Checks, Open, VariantChecks } from './check.js'

const orders = ['id', 'name', 'created'] as const
type Order = (typeof orders)[number]

/** Four roles that every order puts differently, on two pages: three of the world, and one that is made later. */
async function openFour(open: Open) {
  const roles = [
    { id: '9', name: 'Crew' },
    { id: '10', name: 'Band' },
    { id: '11', name: 'Artists' },
  ]
  const client = await open({ data: { roles }, assumptions: { 'roles.pageSize': 2 } })
  await client.mock.roles.create({ id: '1', name: 'Dealers' })
  return client
}

function order(...ids: readonly string[]): Check {
  return async (open) => {
    const { walk } = await openFour(open)
    const pages = await walk()
    expect(pages).toHaveLength(2)
    expect(idsOf(pages)).toEqual(ids)
  }
}

/** Deletes the last role of the first page and the first of the second; adds some roles, of ids and names before and after. */
function changes(...rest: readonly string[]): Check {
  return async (open) => {
    const { page, mock } = await openFour(open)
    const [first, second] = [await page(), (await page((await page()).nextPage)).data!]
    await mock.roles.delete(idsOf([first])[1]!)
    await mock.roles.delete(second[0]!.id)
    await mock.roles.create({ id: '0', name: 'Aaa' })
    await mock.roles.create({ id: '99', name: 'Zoo' })
    const pages = [await page(first.nextPage)]
    for (let next = pages[0]?.nextPage; typeof next === 'string'; next = pages.at(-1)?.nextPage) {
      pages.push(await page(next))
    }
    expect(idsOf(pages)).toEqual(rest)
  }
}

function renamed(...ids: readonly string[]): Check {
  return async (open) => {
    const { walk, mock } = await openFour(open)
    await mock.roles.update('11', { name: 'Crowd' })
    expect(idsOf(await walk())).toEqual(ids)
    await mock.reset()
    await mock.roles.create({ id: '1', name: 'Dealers' })
    expect(idsOf(await walk())).toHaveLength(4)
  }
}

function cursors(own: Order): Check {
  return async (open) => {
    const { page, get, mock } = await openFour(open)
    const { nextPage } = await page()
    for (const other of orders.filter((each) => each !== own)) {
      mock.assume({ 'roles.order': other } satisfies AssumptionInput)
      expect(await readProblem(await get(pagePath(nextPage)))).toMatchObject(refused.invalidCursor)
    }
    mock.assume({ 'roles.order': own })
    expect((await get(pagePath(nextPage))).status).toBe(200)
  }
}

function checksOf(own: Order, four: readonly string[], rest: readonly string[], later = four): Checks {
  return {
    'sorts the list over all its pages': order(...four),
    'neither repeats nor hides a role when others come and go between two pages': changes(...rest),
    'sorts a renamed role anew': renamed(...later),
    'takes no cursor of another order': cursors(own),
  }
}

export const orderChecks: VariantChecks<'roles.order'> = {
  'roles.order': {
    id: checksOf('id', ['1', '9', '10', '11'], ['11', '99']),
    name: checksOf('name', ['11', '10', '9', '1'], ['1', '99'], ['10', '9', '11', '1']),
    created: checksOf('created', ['9', '10', '11', '1'], ['1', '0', '99']),
  },
}
