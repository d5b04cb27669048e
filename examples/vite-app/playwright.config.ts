import { defineConfig } from '@playwright/test'
import { apiUrl } from './e2e/test'

const { CHROMIUM_PATH } = process.env

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  retries: process.env['CI'] ? 2 : 0,
  // The development server compiles files when the first page requests them.
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    // Uses the Chromium of the system, instead of the one from `npx playwright install chromium`.
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
  webServer: {
    // A free port. Playwright reads the URL from the output, and saves it as the environment variable APP_URL.
    command: 'vite --port 0',
    env: { NO_COLOR: '1', VITE_API_URL: apiUrl },
    wait: { stdout: /(?<APP_URL>http:\/\/localhost:\d+)/ },
  },
})
