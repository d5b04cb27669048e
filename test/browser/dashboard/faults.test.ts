import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { serveFlags } from '../../../src/cli/serve-flags.js'
import { api } from '../../support/convention.js'
import type { Fault } from '../../../src/index.js'
import { copied, useDashboard } from './open-dashboard.js'

const open = useDashboard()

const VIEW = { view: 'faults' }

function quick(page: Page, name: RegExp) {
  return page.getByRole('button', { name })
}

function active(page: Page) {
  return page.getByRole('list', { name: /^Active faults/ }).getByRole('listitem')
}

/** Adds a fault with one click, and waits until the page shows it. */
async function add(page: Page, name: RegExp): Promise<void> {
  const before = await active(page).count()
  await quick(page, name).click()
  await expect.poll(() => active(page).count()).toBe(before + 1)
}

const ROLES = '/api/v0/roles'

it('adds a common fault with one click', async () => {
  const { page, server, ask } = await open(VIEW)
  await page.getByText('No faults: every request gets its normal response').waitFor()
  for (const name of [/^Fail/, /^Slow/, /^Drop/, /^Invalid JSON/, /^Never/]) await add(page, name)
  expect(server.mock.faults.all.map(({ when, effect }) => ({ when, effect }))).toEqual([
    { when: { first: 1 }, effect: { status: 503 } },
    { effect: { delay: 800 } },
    { effect: { dropConnection: true } },
    { when: { first: 1 }, effect: { invalidJson: true } },
    { effect: { hang: true } },
  ])
  expect((await ask(ROLES)).status).toBe(503)
})

it('adds a common fault with a value', async () => {
  const { page, server } = await open(VIEW)
  const status = page.getByLabel('Status to fail with')
  await status.fill('200')
  await quick(page, /^Fail/).click()
  const message = page.getByRole('alert').getByText('Must be a whole number from 400 to 599, but is 200.')
  await message.waitFor()
  expect(await status.getAttribute('aria-invalid')).toBe('true')
  await status.fill('')
  await message.waitFor({ state: 'detached' })
  await quick(page, /^Fail/).click()
  await page.getByRole('alert').getByText('Must be a whole number from 400 to 599').waitFor()
  expect(server.mock.faults.all).toEqual([])
  await page.getByLabel('How often to fail').selectOption('always')
  await status.fill('418')
  await status.press('Enter')
  await active(page).getByText('Every request: status 418.').waitFor()
  await page.getByLabel('Milliseconds to wait').fill('5')
  await page.getByLabel('Milliseconds to wait').press('Enter')
  await active(page).getByText('Every request: the normal response, after 5 ms.').waitFor()
  expect(server.mock.faults.all).toMatchObject([{ effect: { status: 418 } }, { effect: { delay: 5 } }])
})

it('adds a fault for one operation', async () => {
  const { page, ask } = await open(VIEW)
  await page.getByLabel('For').selectOption('getVolunteer')
  await add(page, /^Fail/)
  await active(page).getByText('The first request to getVolunteer: status 503.').waitFor()
  await active(page).getByText('Not used yet').waitFor()
  expect((await ask(ROLES)).status).toBe(200)
  expect((await ask('/api/v0/users/nobody/volunteer')).status).toBe(503)
  const usedUp = page
    .getByRole('list', { name: 'Used up: no effect on later responses' })
    .getByRole('listitem')
  await usedUp.getByText('Used once, and not again').waitFor()
  expect(await active(page).count()).toBe(0)
})

it('fails twice, for apps that send each first request twice', async () => {
  const { page, server } = await open(VIEW)
  await page.getByLabel('How often to fail').selectOption('twice')
  await add(page, /^Fail/)
  expect(server.mock.faults.all).toMatchObject([{ when: { first: 2 }, effect: { status: 503 } }])
})

it('offers the token endpoint only while it is on', async () => {
  const { page, server } = await open(VIEW)
  const offered = () => page.getByLabel('For').getByRole('option').allTextContents()
  await expect.poll(offered).toHaveLength(3)
  server.mock.assume({ 'token.endpoint': 'on' })
  await expect.poll(offered).toContain('token: POST /api/oauth/token')
})

it('shows the code of a fault in Vite, whose plugin has no flags', async () => {
  const { page, server } = await open(VIEW)
  server.mock.faults.add({ operation: 'listRoles', when: { nth: 2 }, effect: { delay: [1, 3] } })
  // The plugin forwards what is below the page without its prefix.
  await page.route(/\/__conmock\/($|__conmock\/)/, (route) =>
    route.continue({ url: route.request().url().replace('/__conmock/', '/') }),
  )
  await page.goto(`${server.url}/__conmock/#/faults`)
  const code = `faults: [{ operation: 'listRoles', when: { nth: 2 }, effect: { delay: [1, 3] } }]`
  await expect.poll(() => active(page).textContent()).toContain(code)
})

it('removes one fault, and all', async () => {
  const { page, server } = await open(VIEW)
  await add(page, /^Fail/)
  await add(page, /^Slow/)
  await add(page, /^Invalid JSON/)
  await page.getByRole('button', { name: 'Remove: The first request to each operation: status 503.' }).click()
  await expect.poll(() => active(page).count()).toBe(2)
  expect(server.mock.faults.all.map(({ effect }) => effect)).toEqual([{ delay: 800 }, { invalidJson: true }])
  await page.getByRole('heading', { name: 'Active faults (2)' }).waitFor()
  await page.getByRole('button', { name: 'Remove all faults' }).click()
  await page.getByText('No faults: every request gets its normal response').waitFor()
  expect(server.mock.faults.all).toEqual([])
})

it('adds any fault with the form', async () => {
  const { page, server, ask } = await open(VIEW)
  await page.getByLabel('For').selectOption('listRoles')
  await page.getByText('the next request is normal, the one after it fails').waitFor()
  await page.getByLabel('Status', { exact: true }).fill('418')
  await page.getByLabel('Delay', { exact: true }).fill('1-3')
  await page.getByText('--fault listRoles:nth=2:status=418:delay=1-3').waitFor()
  // Enter adds the fault too.
  await page.getByLabel('Delay', { exact: true }).press('Enter')
  await active(page).getByText('Only the 2nd request to listRoles: status 418, after 1 ms to 3 ms.').waitFor()
  expect(server.mock.faults.all).toMatchObject([
    { operation: 'listRoles', when: { nth: 2 }, effect: { status: 418, delay: [1, 3] } },
  ])
  expect((await ask(ROLES)).status).toBe(200)
  expect((await ask(ROLES)).status).toBe(418)
})

it('shows what is wrong at the field', async () => {
  const { page, server } = await open(VIEW)
  for (const [field, text, message] of [
    ['Number', '0', 'Must be a whole number from 1, but is 0.'],
    ['Number', '', 'Must be a whole number from 1'],
    ['Status', '200', 'Must be a whole number from 400 to 599, but is 200.'],
    ['Retry-After', '-1', 'Must be a whole number of seconds from 0, but is -1.'],
    ['Delay', '9-5', 'Must be a number of milliseconds, or a range'],
  ] as const) {
    const control = page.getByLabel(field, { exact: true })
    const before = await control.inputValue()
    await control.fill(text)
    await page.getByRole('button', { name: 'Add fault' }).click()
    await page.getByRole('alert').getByText(message).waitFor()
    expect(await control.getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
    await control.fill(before)
  }
  await page.getByLabel('What goes wrong').selectOption('Only a delay')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await page.getByRole('alert').getByText('Must be a number of milliseconds, or a range').waitFor()
  expect(server.mock.faults.all).toEqual([])
})

const faults: readonly (readonly [Fault, string])[] = [
  [{ effect: { hang: true } }, 'Every request: no response, and the connection stays open.'],
  [{ when: { every: 1 }, effect: { invalidJson: true } }, 'Every request: a body that is not valid JSON.'],
  [
    { operation: 'token', effect: { delay: 2500 } },
    'Every request to token: the normal response, after 2.5 s.',
  ],
  [
    { when: { first: 3 }, effect: { dropConnection: true } },
    'The first 3 requests to each operation: the connection is reset.',
  ],
  [
    { operation: 'listRoles', when: { nth: 2 }, effect: { status: 503, retryAfter: 1 } },
    'Only the 2nd request to listRoles: status 503, Retry-After: 1.',
  ],
  [
    { operation: 'getVolunteer', when: { every: 11 }, effect: { truncateBody: 10 } },
    'Every 11th request to getVolunteer: only the first 10 bytes of the body.',
  ],
  [
    { when: { first: 1 }, effect: { truncateBody: 1 } },
    'The first request to each operation: only the first byte of the body.',
  ],
  [
    { when: { first: 2 }, effect: { truncateBody: 0 } },
    'The first 2 requests to each operation: nothing of the body.',
  ],
  [
    { when: { from: 3 }, effect: { status: 500, delay: [200, 800] } },
    'The 3rd request to each operation and each later one: status 500, after 200 ms to 800 ms.',
  ],
]

it('says what each fault does, and copies a flag that adds the same one', async () => {
  const { page } = await open({ ...VIEW, server: { faults: faults.map(([fault]) => fault) } })
  await expect.poll(() => active(page).count()).toBe(faults.length)
  for (const [fault, sentence] of faults) {
    const row = active(page).filter({ hasText: sentence })
    const flag = (await row.getByRole('code').textContent())!
    await row.getByRole('button', { name: 'Copy flag' }).click()
    await expect.poll(() => copied(page)).toBe(flag)
    expect(serveFlags(api).fault.read([flag.replace('--fault ', '')], '--fault')).toEqual([fault])
  }
})

it('says that a fault is already gone', async () => {
  const { page, server } = await open(VIEW)
  await add(page, /^Slow/)
  // The page has not heard of the removal, because the connection is slow.
  await page.route('**/faults.remove', async (route) => {
    server.mock.faults.clear()
    await route.continue()
  })
  await page.getByRole('button', { name: /^Remove: / }).click()
  await page.getByText(/there is no fault with the id/).waitFor()
  await expect.poll(() => active(page).count()).toBe(0)
})
