import { defineConfig } from 'vitest/config'

/** `npm run test:browser` tests the packed package in Chromium. It installs packages, so `npm test` excludes it. */
export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts', 'test/browser/dashboard/*.test.ts'],
    globalSetup: ['test/browser/require-chromium.ts'],
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
