import type { Page } from '@playwright/test'
import { expect, test } from './test'

async function show(page: Page, userId: string): Promise<void> {
  await page.getByLabel('User id').fill(userId)
  await page.getByRole('button', { name: 'Show' }).click()
}

function panel(page: Page, name: string) {
  return page.getByRole('region', { name })
}

test.beforeEach(({ page }) => page.goto(process.env['APP_URL']!))

test('shows a volunteer by the preferred name', async ({ page }) => {
  const volunteer = panel(page, 'Volunteer')
  await expect(volunteer.getByRole('heading', { name: 'Rob', exact: true })).toBeVisible()
  await expect(volunteer).toContainText('Robin Winter · @robin_winter')
  await expect(volunteer.getByRole('listitem').filter({ hasText: 'Registration' })).toContainText('interest')
})

test('shows first and last name where no name is preferred', async ({ page }) => {
  for (const userId of ['2', '3', '5']) {
    await show(page, userId)
    await expect(panel(page, 'Volunteer').getByRole('heading', { level: 3 })).toHaveText(/^\p{L}+ \p{L}+$/u)
  }
})

test('shows all states of a department, and one that has no name', async ({ page }) => {
  const departments = panel(page, 'Volunteer').getByRole('listitem')
  await show(page, '7')
  for (const state of ['experience', 'interest', 'avoid', 'assignment', 'request'])
    await expect(departments.first().getByText(state, { exact: true })).toBeVisible()
  await show(page, '6')
  await expect(departments.first()).toContainText('Department 4')
})

test('pages through the roles to the end, each once', async ({ page }) => {
  const roles = panel(page, 'Roles')
  for (const count of ['100 roles so far', '200 roles so far', '250 roles, all of them']) {
    await expect(roles.getByRole('status')).toHaveText(count)
    if (!count.endsWith('all of them')) await roles.getByRole('button', { name: 'Next page' }).click()
  }
  const names = await roles.getByRole('listitem').allTextContents()
  expect(new Set(names).size).toBe(250)
  await expect(roles.getByRole('button')).toHaveCount(0)
})

test('filters the roles that are there', async ({ page }) => {
  const roles = panel(page, 'Roles')
  await roles.getByLabel('Filter').fill('NDA')
  await expect(roles.getByRole('listitem')).toHaveText(['nda-signed'])
})

test('says that there is no such volunteer', async ({ page }) => {
  await show(page, '999999')
  const alert = panel(page, 'Volunteer').getByRole('alert')
  await expect(alert).toContainText('No such volunteer')
  await expect(alert).toContainText('There is no user with the id "999999".')
})

test('says what a token may not read, and shows the rest', async ({ page }) => {
  await page.getByLabel('Access token').selectOption('mock-user-read')
  await expect(panel(page, 'Volunteer').getByRole('alert')).toContainText('may not read this')
  await expect(panel(page, 'Roles').getByRole('status')).toHaveText('100 roles so far')
})

test('says that a token has expired', async ({ page }) => {
  await page.getByLabel('Access token').selectOption('mock-expired')
  for (const name of ['Volunteer', 'Roles'])
    await expect(panel(page, name).getByRole('alert')).toContainText('not accepted')
})

test('says that the service cannot be reached, and tries again', async ({ mock, page }) => {
  const roles = panel(page, 'Roles')
  await expect(roles.getByRole('status')).toHaveText('100 roles so far')
  // Browsers repeat a request after a reset, so the fault stays until the page has shown the error.
  const fault = await mock.faults.add({ operation: 'listRoles', effect: { dropConnection: true } })
  await roles.getByRole('button', { name: 'Next page' }).click()
  await expect(roles.getByRole('alert')).toContainText('cannot be reached')
  await fault.remove()
  await roles.getByRole('button', { name: 'Try again' }).click()
  await expect(roles.getByRole('status')).toHaveText('200 roles so far')
  await expect(roles.getByRole('alert')).toHaveCount(0)
})

test('shows a volunteer without departments', async ({ mock, page }) => {
  await mock.volunteers.create({ user: { id: '4242', preferredName: 'Sky' }, departments: [] })
  await show(page, '4242')
  const volunteer = panel(page, 'Volunteer')
  await expect(volunteer.getByRole('heading', { name: 'Sky', exact: true })).toBeVisible()
  await expect(volunteer.getByRole('listitem')).toHaveCount(0)
})

test('shows the badge, and whether it is paid', async ({ mock, page }) => {
  const volunteer = panel(page, 'Volunteer')
  const { badgeName } = (await mock.registrations.find({ userId: '1' }))!
  await expect(volunteer).toContainText(`${badgeName}, paid`)
  await show(page, '3')
  await expect(volunteer).toContainText(', unpaid')
  await show(page, '4')
  await expect(volunteer).toContainText('No name, paid')
  await show(page, '2')
  await expect(volunteer).toContainText('Not registered')
})

test('shows who has picked up the badge', async ({ mock, page }) => {
  const volunteer = panel(page, 'Volunteer')
  await expect(volunteer).toContainText('Picked upyes')
  await show(page, '3')
  await expect(volunteer).toContainText('Picked upno')
  const { id } = (await mock.pickups.find({ userId: '3' }))!
  await mock.pickups.update(id, { isDone: true })
  await show(page, '1')
  await show(page, '3')
  await expect(volunteer).toContainText('Picked upyes')
  await expect(volunteer).toContainText(', unpaid')
})

test('shows the volunteer without the badge if the registration fails', async ({ mock, page }) => {
  const volunteer = panel(page, 'Volunteer')
  await mock.faults.add({ operation: 'getRegistration', effect: { status: 503 } })
  await show(page, '3')
  await expect(volunteer.getByRole('heading', { level: 3 })).toBeVisible()
  await expect(volunteer).not.toContainText('Badge')
})

test('asks for each page of roles once', async ({ mock, page }) => {
  const roles = panel(page, 'Roles')
  await expect(roles.getByRole('status')).toHaveText('100 roles so far')
  await mock.requests.clear()
  await roles.getByRole('button', { name: 'Next page' }).click()
  await expect(roles.getByRole('status')).toHaveText('200 roles so far')
  expect(await mock.requests.count({ method: 'GET', operation: 'listRoles' })).toBe(1)
})

test.describe('with few roles', () => {
  test.use({ mockOptions: { data: 'single-page' } })

  test('has no next page', async ({ page }) => {
    const roles = panel(page, 'Roles')
    await expect(roles.getByRole('status')).toContainText('all of them')
    await expect(roles.getByRole('button')).toHaveCount(0)
  })
})
