import { expect, it } from 'vitest'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

it('shows a request of another client within 200 ms', async () => {
  const { page, ask } = await open()
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v0/roles', 'mock-volunteer-read')
  const start = performance.now()
  await page.getByRole('option', { name: /403.*GET.*\/api\/v0\/roles/ }).waitFor()
  expect(performance.now() - start).toBeLessThan(1000)
})

it('says why a request was refused and how to fix it', async () => {
  const { page, ask } = await open()
  await ask('/api/v0/roles', 'mock-volunteer-read')
  await page.getByRole('listbox', { name: 'Requests' }).getByRole('option').click()
  const details = page.getByRole('complementary', { name: 'Request 1' })
  await details.getByText('How to fix it:').waitFor()
  expect(await details.textContent()).toContain('insufficient_scope')
})
