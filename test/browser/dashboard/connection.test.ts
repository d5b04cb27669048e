import { expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../../src/server.js'
import { useDashboard } from './open-dashboard.js'

const open = useDashboard()

it('says that the connection is lost, and shows the state of a new server without a reload', async () => {
  const { page, server, ask } = await open()
  for (let count = 1; count <= 3; count++) await ask('/api/v0/roles')
  await page.getByText('3 requests', { exact: true }).waitFor()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await server.close()
  const status = page.getByRole('banner').getByRole('status')
  await status.getByText('No connection').waitFor()
  await page.getByText('The server does not answer.').waitFor()

  const { port } = server
  const next = await startServer({ port, data: 'empty' })
  onTestFinished(() => next.close())
  await ask('/api/v0/users/of-the-new-server/volunteer')
  await status.getByText('Live').waitFor()
  await page.getByText('Connected again.').waitFor()
  // The new server also starts with id 1.
  await page.getByText('1 request', { exact: true }).waitFor()
  await page.getByRole('option', { name: /of-the-new-server/ }).waitFor()
  await ask('/api/v0/roles')
  await page.getByText('2 requests', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

const TOKEN = 'the-admin-token'

it('asks for the admin token, and keeps it for this tab only', async () => {
  const { page } = await open()
  const server = await startServer({ port: 0, admin: { token: TOKEN } })
  onTestFinished(() => server.close())
  let events = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/events')) events++
  })
  await page.goto(server.url)
  const field = page.getByLabel('Admin token')
  await expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
  for (const wrong of ['wrong', 'wröng', 'wrong']) {
    await field.fill(wrong)
    await page.keyboard.press('Enter')
    await page.getByText('The server does not accept this token.').waitFor()
    expect(await field.inputValue()).toBe(wrong)
  }
  // The page does not try again and again.
  expect(events).toBe(1)

  await field.fill(TOKEN)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await fetch(`${server.url}/api/v0/roles`)
  await page.getByRole('option', { name: /roles/ }).waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()

  expect(page.url()).not.toContain(TOKEN)
  const stored = await page.evaluate(() => JSON.stringify(localStorage) + document.cookie)
  expect(stored).not.toContain(TOKEN)
  await page.reload()
  await page.getByText('No requests yet').waitFor()
  const other = await page.context().newPage()
  await other.goto(server.url)
  await other.getByLabel('Admin token').waitFor()
})

it('asks for the token again if a new server has another one', async () => {
  const { page } = await open()
  const server = await startServer({ port: 0, admin: { token: TOKEN } })
  await page.goto(server.url)
  await page.getByLabel('Admin token').fill(TOKEN)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  const { port } = server
  await server.close()
  const next = await startServer({ port, admin: { token: 'another-token' } })
  onTestFinished(() => next.close())
  await page.getByText('The server does not accept this token.').waitFor()
  await page.getByLabel('Admin token').fill('another-token')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.getByText('Live', { exact: true }).isVisible()).toBe(true)
})
