import { defineConfig } from 'vitest/config'

/** `npm run test:browser` tests the packed package in Chromium. It installs packages, so `npm test` excludes it. */
export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts', 'test/browser/dashboard/*.test.ts'],
    globalSetup: ['test/browser/require-chromium.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
