import type { Browser, Page } from 'playwright-core'
import { preview } from 'vite'
import { launchChromium } from '../support/chromium.js'

/** The result of a story in a browser. */
interface ShownStory {
  /** Why the story was not shown, or why its play function failed. */
  readonly failure: string | undefined
  /** The text of the story. */
  readonly text: string
  /** For each response of the API, whether it came from the service worker. */
  readonly fromWorker: readonly boolean[]
}

/** A built Storybook in a browser. */
export interface OpenStorybook {
  readonly ids: readonly string[]
  /** Shows a story in a new page. @param args Other arguments, in the notation of the URL: `userId:42`. */
  show(id: string, args?: string): Promise<ShownStory>
  close(): Promise<void>
}

/** Storybook's channel in the page, on which it reports the result of a story. */
interface StoryPage {
  readonly __STORYBOOK_ADDONS_CHANNEL__?: { last(event: string): readonly unknown[] | undefined }
}

/** Runs in the page. Returns the failure of the story, if any, or `undefined` while the story runs. */
function outcomeInPage(): { failure?: string } | undefined {
  const channel = (globalThis as StoryPage).__STORYBOOK_ADDONS_CHANNEL__
  // Storybook also reports a story as finished if its play function failed.
  for (const event of ['playFunctionThrewException', 'storyThrewException', 'storyErrored', 'storyMissing']) {
    const details = channel?.last(event)
    if (details) return { failure: `${event}: ${JSON.stringify(details)}` }
  }
  return channel?.last('storyFinished') ? {} : undefined
}

async function showStory(page: Page, address: string): Promise<ShownStory> {
  const fromWorker: boolean[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v0/')) fromWorker.push(response.fromServiceWorker())
  })
  await page.goto(address)
  const outcome = await page.waitForFunction(outcomeInPage, undefined, { timeout: 60_000 })
  const { failure } = (await outcome.jsonValue())!
  return { failure, text: await page.locator('#storybook-root').innerText(), fromWorker }
}

/** Serves a built Storybook, and opens it in Chromium. */
export async function openStorybook(root: string): Promise<OpenStorybook> {
  const server = await preview({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'storybook-static' },
    preview: { host: '127.0.0.1', port: 0 },
  })
  let browser: Browser
  try {
    browser = await launchChromium()
  } catch (error) {
    await server.close()
    throw error
  }
  const url = server.resolvedUrls!.local[0]!
  const index = (await (await fetch(`${url}index.json`)).json()) as { entries: Record<string, unknown> }
  return {
    ids: Object.keys(index.entries),
    async show(id, args = '') {
      const page = await browser.newPage()
      const shown = await showStory(page, `${url}iframe.html?id=${id}&viewMode=story&args=${args}`)
      await page.close()
      return shown
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}
