import { defineConfig } from '@playwright/test'

/** `executablePath` and `args` of Chromium, as JSON. */
const launchOptions = JSON.parse(process.env['LAUNCH_OPTIONS'] ?? '{}') as object

export default defineConfig({
  testDir: '.',
  testMatch: ['*.spec.ts', 'failing.ts'],
  fullyParallel: true,
  workers: 4,
  use: { browserName: 'chromium', launchOptions },
})
