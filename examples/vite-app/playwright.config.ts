import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH } = process.env

/** Free ports: each server says where it listens, and Playwright keeps what the named group caught as a variable. */
export default defineConfig({
  testDir: 'e2e',
  forbidOnly: Boolean(process.env['CI']),
  // A development server compiles what the first page asks for.
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    // A Chromium of the system, instead of the one that `npx playwright install chromium` brings.
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
