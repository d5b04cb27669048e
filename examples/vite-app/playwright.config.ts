import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH } = process.env

/** Both servers use a free port. They print their URL, and Playwright saves the named group as an environment variable. */
export default defineConfig({
  testDir: 'e2e',
  forbidOnly: Boolean(process.env['CI']),
  // The development server compiles files when the first page requests them.
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    // Uses the Chromium of the system, instead of the one from `npx playwright install chromium`.
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
  webServer: [
    {
      name: 'api',
      command: 'conmock --port 0',
      wait: { stdout: /(?<VITE_API_URL>http:\/\/127\.0\.0\.1:\d+)/ },
    },
    {
      name: 'app',
      command: 'vite --port 0',
      env: { NO_COLOR: '1' },
      wait: { stdout: /(?<APP_URL>http:\/\/localhost:\d+)/ },
    },
  ],
})
