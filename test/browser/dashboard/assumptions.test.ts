import { expect, it } from 'vitest'
import { assumptions } from '../../../src/convention/assumptions.js'
import { assumptionNames, valueIn } from '../../support/convention.js'
import { radio, row } from './assumption-row.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

const VIEW = { view: 'assumptions' }

it('shows every assumption with its value', async () => {
  const { page } = await open(VIEW)
  await row(page, 'roles.pageSize').waitFor()
  const names = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(names).toEqual(Object.keys(assumptions))
  const chosen: [string, string][] = []
  for (const [name, { variants }] of Object.entries(assumptions)) {
    if (variants.kind === 'choice') chosen.push([name, String(variants.options[0])])
  }
  const isOn = await Promise.all(chosen.map(async ([name, value]) => radio(page, name, value).isChecked()))
  expect(chosen.filter((_, index) => !isOn[index])).toEqual([])
  expect(await row(page, 'roles.pageSize').getByLabel('Number of roles').inputValue()).toBe('100')
})

it('quotes the API specification and what public sources say', async () => {
  const { page } = await open(VIEW)
  const invalid = row(page, 'auth.invalid')
  await invalid.getByText('Evidence').click()
  await invalid.getByText('status codes for failures such as missing credentials').waitFor()
  await invalid.getByText('from public sources').waitFor()
  await invalid.getByRole('code').getByText('Token expired.').waitFor()
  expect(await invalid.textContent()).not.toContain('`')
})

it('changes the next answer with a switch', async () => {
  const { page, server, ask } = await open(VIEW)
  const askWithoutToken = async () => (await fetch(`${server.url}/api/v0/roles`)).status
  expect(await askWithoutToken()).toBe(401)
  await radio(page, 'auth.missing', '403').check()
  await expect.poll(askWithoutToken).toBe(403)
  await row(page, 'auth.missing').getByText('changed').waitFor()

  const size = row(page, 'roles.pageSize').getByLabel('Number of roles')
  await size.fill('3')
  await size.press('Enter')
  await expect.poll(() => server.mock.settings['roles.pageSize']).toBe(3)
  const { data } = (await (await ask('/api/v0/roles')).json()) as { readonly data: unknown[] }
  expect(data).toHaveLength(3)
})

it.each(['0', '10001', '2.5', ''])('shows what is wrong with %j at the field', async (text) => {
  const { page, server } = await open(VIEW)
  const size = row(page, 'roles.pageSize').getByLabel('Number of roles')
  await size.fill(text)
  await size.press('Enter')
  const message = row(page, 'roles.pageSize').getByRole('alert').getByText('from 1 to 10,000')
  await message.waitFor()
  expect(await size.getAttribute('aria-invalid')).toBe('true')
  expect(await size.inputValue()).toBe(text)
  expect(server.mock.settings['roles.pageSize']).toBe(100)
  await size.press('Escape')
  await message.waitFor({ state: 'detached' })
  expect(await size.inputValue()).toBe('100')
})

it('compares the values with the nearest profile, and brings back one of them or all', async () => {
  const { page, server } = await open(VIEW)
  await page.getByText('The profile: spec. All 25 assumptions match it.').waitFor()
  await radio(page, 'auth.missing', '403').check()
  await radio(page, 'roles.empty', 'absent').check()
  await page.getByText('Nearest profile: spec. 2 of 25 assumptions differ from it.').waitFor()
  await row(page, 'auth.missing').getByRole('button', { name: 'Reset to 401' }).click()
  await page.getByText('Nearest profile: spec. 1 of 25 assumptions differs from it.').waitFor()
  await page.getByRole('button', { name: 'Reset to spec (1)' }).click()
  await page.getByText('The profile: spec.').waitFor()
  expect(server.mock.settings).toMatchObject({ 'auth.missing': '401', 'roles.empty': 'array' })
  expect(await page.getByRole('button', { name: /^Back to/ }).count()).toBe(0)

  server.mock.assume(Object.fromEntries(assumptionNames.map((name) => [name, valueIn('reported', name)])))
  server.mock.assume({ 'token.endpoint': 'off' })
  await page.getByRole('button', { name: 'Reset to reported (1)' }).click()
  await expect.poll(() => server.mock.settings['token.endpoint']).toBe('on')
})

it('filters by text, by change and by use', async () => {
  const { page, ask } = await open({ ...VIEW, server: { assumptions: { 'auth.missing': '403' } } })
  const filter = page.getByRole('searchbox')
  await filter.fill('WITHOUT bearer')
  await page.getByText('1 of 25 assumptions', { exact: true }).waitFor()
  await filter.fill('no such thing')
  await page.getByText('No assumption matches the filter').waitFor()
  await page.getByRole('button', { name: 'Show all assumptions' }).click()

  await page.getByRole('radio', { name: 'Changed (1)' }).check()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await page.getByRole('radio', { name: 'Used (0)' }).check()
  await page.getByText('No response has depended on an assumption yet').waitFor()
  await ask('/api/v0/users/nobody/volunteer')
  await row(page, 'volunteer.unknownUser').getByText('used by 1 response').waitFor()
})

it('leads from a request to its assumption', async () => {
  const { page, ask } = await open()
  await ask('/api/v0/users/nobody/volunteer')
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').click()
  await page.getByRole('link', { name: 'errors.body=problem' }).click()
  await row(page, 'errors.body').waitFor()
  const heading = row(page, 'errors.body').getByRole('heading')
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  const box = (await heading.boundingBox())!
  expect(box.y).toBeGreaterThan(0)
  expect(box.y).toBeLessThan(page.viewportSize()!.height)
  expect(await row(page, 'errors.body').getAttribute('aria-current')).toBe('true')
  await row(page, 'errors.body').getByText('RFC 9457').last().waitFor()
  // The header of the page is still visible: only the content has scrolled.
  expect((await page.getByRole('banner').boundingBox())!.y).toBe(0)
})

it('does not change what the user types when another client changes the value', async () => {
  const { page, server } = await open(VIEW)
  const size = row(page, 'roles.pageSize').getByLabel('Number of roles')
  await size.fill('55')
  server.mock.assume({ 'roles.pageSize': 12, 'auth.missing': '403' })
  await expect.poll(() => radio(page, 'auth.missing', '403').isChecked()).toBe(true)
  expect(await size.inputValue()).toBe('55')
  await size.press('Enter')
  await expect.poll(() => server.mock.settings['roles.pageSize']).toBe(55)
})

it('keeps the old value in the switch when the server does not answer', async () => {
  const { page, server } = await open(VIEW)
  await radio(page, 'auth.missing', '401').waitFor()
  await page.route('**/default/assume', (route) => route.abort())
  await radio(page, 'auth.missing', '403').click()
  await row(page, 'auth.missing').getByRole('alert').getByText('The server does not answer.').waitFor()
  expect(await radio(page, 'auth.missing', '401').isChecked()).toBe(true)
  expect(server.mock.settings['auth.missing']).toBe('401')
})
