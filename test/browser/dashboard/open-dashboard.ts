import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import {
  connect,
  startServer,
  type RemoteMock,
  type RunningServer,
  type SandboxOptions,
  type ServerOptions,
} from '../../../src/server.js'
import { launchChromium } from '../../support/chromium.js'

/** The dashboard of a server in a page of Chromium. */
export interface OpenDashboard {
  readonly page: Page
  readonly server: RunningServer
  /** Sends a request to the API, as an app would. */
  readonly ask: (path: string, token?: string) => Promise<Response>
}

interface DashboardOptions {
  /** Options of the server. */
  readonly server?: ServerOptions
  /** Starts a server of another API. @default the convention */
  readonly start?: () => Promise<RunningServer>
  /** Options of the browser, such as the size of its window. */
  readonly browser?: BrowserContextOptions
  /** The view to open, such as `data/users?sandbox=w1`. @default 'requests' */
  readonly view?: string
}

/** Starts one browser for the tests of a file. Returns a function that opens the dashboard of a new server. */
export function useDashboard(): (options?: DashboardOptions) => Promise<OpenDashboard> {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  return async (options = {}) => {
    const { server: serverOptions, browser: browserOptions, view = 'requests' } = options
    const { start = () => startServer({ port: 0, ...serverOptions }) } = options
    const server = await start()
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...browserOptions,
    })
    onTestFinished(async () => {
      await context.close()
      await server.close()
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/#/${view}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page has all data of the moment, and gets all further events.
    await page.getByText('Live', { exact: true }).waitFor()
    const ask = (path: string, token = 'mock-all-scopes') =>
      fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    return { page, server, ask }
  }
}

/** Shows a view with its data. */
export async function showView(
  { page, server }: Pick<OpenDashboard, 'page' | 'server'>,
  view: string,
): Promise<void> {
  await page.goto(`${server.url}/#/${view}`)
  await page.locator('main h1').waitFor()
  await page.getByText('Loading …').waitFor({ state: 'detached' })
}

/** The rows of the list of requests. */
export function requestRows(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Requests' }).getByRole('option')
}

/** Returns a function that reads the number of requests on the page. */
export function requestCountOf(page: Page): () => Promise<string | null> {
  return () => page.getByText(/^[\d,]+(?: of [\d,]+)? requests?\b/).textContent()
}

/** The text in the clipboard. */
export function copied(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Creates a sandbox on the server, as a test of another program would. */
export async function createSandbox(
  { server }: Pick<OpenDashboard, 'server'>,
  name: string,
  options?: SandboxOptions,
): Promise<RemoteMock> {
  return (await connect(server.url)).createSandbox(name, options)
}
