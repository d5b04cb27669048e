import { test as base, type Page } from '@playwright/test'
import { conmock, type ConmockFixtures } from './conmock.js'

/** URL of the server that answers, if any. */
export const server = process.env['CONMOCK_URL']

/** Whether a server answers the requests, instead of the process of the test. */
export const isOnServer = server !== undefined

/** The base URL of the API. */
export const apiUrl = server ?? 'https://reg.example.com'

export const test = base.extend<ConmockFixtures>(conmock({ server, baseUrl: apiUrl }))

export { expect } from '@playwright/test'

/** A response as a page sees it; `failure` if `fetch` failed, or the body could not be read. */
export interface SeenResponse {
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly failure?: string
}

/** Opens a page at another origin than that of the API. */
export async function openPage(page: Page): Promise<void> {
  // Chromium only allows pages from this machine to send requests to it, so the page of a route would not do.
  if (server !== undefined)
    return void (await page.goto(`${server.replace('127.0.0.1', 'localhost')}/__conmock/health`))
  await page.route('http://localhost:1/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title>' }),
  )
  await page.goto('http://localhost:1/')
}

/** Sends a request of the page to the API. */
export function ask(page: Page, path: string, init: RequestInit = {}): Promise<SeenResponse> {
  const headers = { authorization: 'Bearer mock-all-scopes', ...(init.headers as object) }
  return askPlainly(page, path, { ...init, headers })
}

/** Sends a request of the page without a token. */
export function askPlainly(page: Page, path: string, init: RequestInit = {}): Promise<SeenResponse> {
  return page.evaluate(
    async ([url, options]) => {
      try {
        const response = await fetch(url, options)
        const { status } = response
        return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
      } catch (error) {
        return { failure: String(error) }
      }
    },
    [apiUrl + path, init] as const,
  )
}
