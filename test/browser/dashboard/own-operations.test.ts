import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { extendApi } from '../../../src/index.js'
import { startServer, type RunningServer } from '../../../src/server.js'
import { registration, registrations } from '../../extension/registrations.js'
import { copied, createSandbox, requestRows, showView, useDashboard } from './open-dashboard.js'

const open = useDashboard()

async function start(): Promise<RunningServer> {
  return (await startServer({ port: 0, extend: registrations })) as object as RunningServer
}

function json(page: Page) {
  return page.getByRole('dialog').getByLabel('JSON', { exact: true })
}

function problems(page: Page) {
  return page.getByRole('alert').getByRole('listitem')
}

async function columnsOf(page: Page): Promise<readonly string[]> {
  const headers = page.getByRole('table').getByRole('columnheader')
  await headers.first().waitFor()
  return (await headers.allTextContents()).slice(0, 4)
}

it('the members of a map, a union and an undescribed value stay when another one is changed', async () => {
  const shape = z.union([z.object({ r: z.number(), note: z.string() }), z.object({ side: z.number() })])
  const schema = z.object({
    id: z.string(),
    prices: z.record(z.string(), z.number()),
    any: z.any(),
    shape,
    tree: z.object({ map: z.record(z.string(), z.number()), kept: z.string() }),
  })
  const record = { prices: { a: 1, b: 2 }, any: { p: 1, q: [2] }, shape: { r: 1, note: 'x' } }
  const extend = extendApi().collection('things', {
    one: 'thing',
    schema,
    factory: () => ({ ...record, tree: { map: { a: 1 }, kept: 'k' } }),
    initial: () => [{ id: '1' }],
  })
  const { page, server } = await open({
    start: async () => (await startServer({ port: 0, extend })) as object as RunningServer,
    view: 'data/things',
  })
  await page.getByRole('button', { name: 'Edit thing 1', exact: true }).click()
  const edited = {
    id: '1',
    prices: { a: 5, b: 2 },
    any: { p: 2, q: [2] },
    shape: { r: 2, note: 'x' },
    tree: { map: { c: 1 }, kept: 'k' },
  }
  await json(page).fill(JSON.stringify(edited))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved: thing 1').waitFor()
  const { things } = server.mock as object as { things: { find(id: string): unknown } }
  expect(things.find('1')).toEqual(edited)
})

describe('the records of a collection', () => {
  it('have a tab with their number, and columns from the fields of their schema', async () => {
    const { page } = await open({ start, view: 'data' })
    await page.getByRole('link', { name: 'Registrations' }).click()
    await page.getByText('Registrations 1–50 of 150').waitFor()
    expect(await columnsOf(page)).toEqual(['Id', 'User id', 'Status', 'Badge name'])
    await page.getByRole('row', { name: /^2 2 new \(empty\)/ }).waitFor()
  })

  it('are created, changed and deleted, and each problem is at the field', async () => {
    const { page, server } = await open({ start, view: 'data/registrations' })
    await page.getByRole('button', { name: 'New registration' }).click()
    const given = JSON.parse(await json(page).inputValue()) as object
    expect(given).toEqual({ userId: 'text', status: 'new', badgeName: 'text', options: [] })
    const create = page.getByRole('button', { name: 'Create the registration' })

    await json(page).fill('{ "userId": "1192", "status": "old", "options": [{ "name": "a" }] }')
    await create.click()
    await problems(page).filter({ hasText: '$.status' }).waitFor()
    await problems(page).filter({ hasText: '$.options[0].value' }).waitFor()
    await json(page).fill('{ "userId": "nobody" }')
    await create.click()
    await problems(page).filter({ hasText: '$.userId there is no user "nobody"' }).waitFor()
    await json(page).fill('{ "userId": "7" }')
    await create.click()
    await page.getByRole('alert').getByText('belongs to the registration "7"').waitFor()

    await json(page).fill('{ "userId": "1192" }')
    await create.click()
    await page.getByText('Created. The server has generated').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Registrations 1–50 of 151').waitFor()

    await page.getByRole('button', { name: 'Edit registration 7', exact: true }).click()
    await json(page).fill((await json(page).inputValue()).replace('"paid"', '"canceled"'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: registration 7').waitFor()
    await page.getByRole('button', { name: 'Delete registration 8', exact: true }).click()
    await page.getByRole('button', { name: 'Delete the registration' }).click()
    await page.getByText('Registrations 1–50 of 150').waitFor()
    const { registrations: kept } = server.mock as object as { registrations: { find(id: string): unknown } }
    expect([kept.find('7'), kept.find('8')]).toEqual([
      expect.objectContaining({ status: 'canceled' }),
      undefined,
    ])

    await page.getByRole('link', { name: 'Users' }).click()
    await page.getByRole('button', { name: 'Delete user 9', exact: true }).click()
    await page.getByText('Registrations that refer to it are deleted').waitFor()
    await page.getByRole('button', { name: 'Delete the user' }).click()
    await expect.poll(() => kept.find('9')).toBeUndefined()
  })

  it('have columns from the first records if the schema does not describe itself', async () => {
    const schema = { '~standard': { ...registration['~standard'], jsonSchema: undefined } }
    const own = extendApi()
      .collection('orders', {
        one: 'order',
        schema,
        factory: () => ({ userId: '1', status: 'new', badgeName: 'Ada', options: [] }),
        initial: () => [{ badgeName: null }, {}],
      })
      .collection('items', {
        one: 'item',
        schema,
        factory: () => ({ userId: '1', status: 'new', badgeName: null, options: [] }),
      })
    const { page } = await open({
      start: async () => (await startServer({ port: 0, extend: own })) as object as RunningServer,
      view: 'data/orders',
    })
    await expect.poll(() => columnsOf(page)).toEqual(['Id', 'User id', 'Status', 'Badge name'])
    await page.getByRole('link', { name: 'Items' }).click()
    await page.getByText('No items yet').waitFor()
    await page.getByRole('button', { name: 'Create an item' }).click()
    await json(page).press('Control+Enter')
    await page.getByText('Created. The server has generated').waitFor()
  })
})

describe('"Try it"', () => {
  it('sends a request of any method, with a record, a token and a body that fit', async () => {
    const { page, server } = await open({ start })
    await createSandbox({ server }, 'w1')
    await showView({ page, server }, 'requests?sandbox=w1')
    await page.getByRole('button', { name: 'Try it' }).click()
    const dialog = page.getByRole('dialog', { name: 'Try it' })
    const send = () => dialog.getByRole('button', { name: 'Send' }).click()
    const choose = (name: string) => dialog.getByLabel('Operation').selectOption(name)
    const answer = dialog.getByRole('region', { name: 'Response' })
    const body = dialog.getByLabel('JSON body')
    const id = dialog.getByLabel('id', { exact: true })

    await choose('getVolunteer')
    await expect.poll(() => id.inputValue()).toBe('1')
    await choose('cancelRegistration')
    await dialog.getByText('The field userId of a registration').waitFor()
    await expect.poll(() => id.inputValue()).toBe('1')
    await expect.poll(() => dialog.getByLabel('Token').inputValue()).toBe('mock-registration-update')
    expect(await body.count()).toBe(0)
    await send()
    await answer.getByText('204', { exact: true }).waitFor()
    await send()
    await answer.getByText('It is canceled already.').waitFor()

    await choose('register')
    expect(JSON.parse(await body.inputValue())).toEqual({ userId: '1122' })
    await dialog.getByText('Optional fields: badgeName').waitFor()
    await body.fill('{ "userId": "nobody" }')
    await send()
    await answer.getByText('there is no user').waitFor()
    await body.fill(`{ "userId": "1192", "badgeName": "it's" }`)
    await dialog.getByRole('button', { name: 'Copy as curl' }).click()
    expect(await copied(page)).toBe(
      `curl -i -X 'POST' -H 'Authorization: Bearer mock-registration-update' -H 'Conmock-Sandbox: w1' ` +
        String.raw`-H 'content-type: application/json' --data-raw '{ "userId": "1192", "badgeName": "it'\''s" }' ` +
        `'${server.url}/api/v0/registrations'`,
    )
    await send()
    await answer.getByText('201', { exact: true }).waitFor()

    await choose('searchRegistrations')
    expect(await body.inputValue()).toBe('{}')
    await dialog.getByLabel('Token').selectOption('mock-user-read')
    await send()
    await answer.getByText('403', { exact: true }).waitFor()
    await dialog.getByLabel('Token').selectOption('No token')
    await send()
    await answer.getByText('401', { exact: true }).waitFor()
    await choose('getPhoto')
    await send()
    await answer.getByText('A file: image/png').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => requestRows(page).count()).toBe(7)
  })

  it('says that there was no response', async () => {
    const { page, server } = await open({ start })
    server.mock.faults.add({ effect: { dropConnection: true } })
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('The connection ended before the response was complete.').waitFor()
    expect(server.mock.requests.last()).toMatchObject({ operation: 'listRoles', status: 0 })
  })
})

it('marks what the API specification does not have, in each view', async () => {
  const { page, server } = await open({ start })
  const headers = { authorization: 'Bearer mock-registration-update' }
  const path = `${server.url}/api/v0/users/3/registration`
  for (let count = 1; count <= 2; count++) await fetch(path, { method: 'DELETE', headers })
  await fetch(`${server.url}/api/v0/registrations`, { method: 'POST', headers, body: '{"userId":3}' })

  const details = page.getByRole('complementary')
  await page.getByRole('searchbox').fill('cancelRegistration 409')
  await requestRows(page).filter({ hasText: '409' }).click()
  await details.getByText('It is canceled already.').first().waitFor()
  await details.getByText('cancelRegistration yours').waitFor()
  await details.getByText('mock-registration-update').waitFor()
  await details.getByText('registration:update', { exact: true }).waitFor()
  await details.getByRole('link', { name: 'registration.canceledTwice=409' }).waitFor()
  await page.getByRole('searchbox').fill('register 400')
  await requestRows(page).filter({ hasText: '400' }).click()
  await details.getByText('$.userId').first().waitFor()

  await details.getByRole('button', { name: 'Fail next request' }).click()
  await page.getByRole('link', { name: 'Faults 1' }).click()
  await page.getByText('The first request to register: status 400.', { exact: true }).waitFor()
  const labels = await page.getByLabel('For', { exact: true }).getByRole('option').allTextContents()
  expect(labels).toContain('register: POST /api/v0/registrations (yours)')
  expect(labels).toContain('listRoles: GET /api/v0/roles')

  await showView({ page, server }, 'coverage')
  await page.getByText('0 of 40 cases covered', { exact: true }).waitFor()
  await page.getByText(/^\d of \d+ cases of your operations covered$/).waitFor()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await heading('DELETE /api/v0/users/:id/registration yours').waitFor()
  await heading('GET /api/v0/roles').waitFor()
  await page.getByRole('row', { name: /^registration.canceledTwice=409 yours/ }).waitFor()

  await showView({ page, server }, 'assumptions')
  const own = page.getByRole('article').filter({ hasText: 'yours' })
  expect(await own.getByRole('heading').allTextContents()).toEqual(['registration.canceledTwice'])
  await own.getByText('Evidence').click()
  await own.getByText('Your extension adds this assumption.').waitFor()
  await own.getByRole('radio', { name: '204' }).check({ force: true })
  await expect.poll(() => server.mock.settings).toMatchObject({ 'registration.canceledTwice': '204' })
})
