import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import * as vite from 'vite'
import type { RunningServer } from '../../../src/server.js'
import { start } from '../../vite/suite.js'
import { copied, requestRows, useDashboard } from './open-dashboard.js'

const open = useDashboard()

const PREFIX = '/team/mocks'

/** Forwards the requests below a prefix without it, as a reverse proxy does. Refuses all others. Returns its URL. */
async function startProxy({ host, port }: Pick<RunningServer, 'host' | 'port'>): Promise<string> {
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (!url.startsWith(`${PREFIX}/`)) return outgoing.writeHead(404).end()
    const forwarded = request({ host, port, method, headers, path: url.slice(PREFIX.length) })
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    return incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    // First, because the page connects again at once.
    const closed = new Promise<void>((resolve) => void proxy.close(() => resolve()))
    proxy.closeAllConnections()
    return closed
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`
}

const isDrawn = (image: HTMLImageElement) => image.naturalWidth > 0

const headers = { authorization: 'Bearer mock-all-scopes' }

it('works behind a prefix of a proxy', async () => {
  const { page, server, ask } = await open()
  const url = await startProxy(server)
  await page.goto(`${url}/#/requests`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText(`API_URL=${url}\n`).waitFor()
  expect(await page.getByRole('banner').locator('img').evaluate(isDrawn)).toBe(true)
  // An event, a call that reads, and one that changes something.
  await ask('/api/v0/roles')
  await requestRows(page).first().click()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await expect.poll(() => copied(page)).toContain(`'${url}/api/v0/roles'`)
  await page.getByRole('button', { name: 'Fail next request' }).click()
  await expect.poll(() => server.mock.faults.all).toHaveLength(1)
  expect((await fetch(`${url}/api/v0/roles`, { headers })).status).toBe(503)
})

it.each(['/__conmock/', '/__conmock'])('works in Vite at %s', async (path) => {
  const { page } = await open()
  const { url } = await start(vite, { conmock: { data: 'empty' } })
  await page.goto(`${url}${path}#/requests`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText(`API_URL=${url}\n`).waitFor()
  await fetch(`${url}/api/v0/roles`, { headers })
  await requestRows(page).first().click()
  await page.getByRole('button', { name: 'Fail next request' }).click()
  await page.getByText(/^Added: /).waitFor()
  expect((await fetch(`${url}/api/v0/roles`, { headers })).status).toBe(503)
})
