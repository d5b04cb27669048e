import { defineConfig } from 'vitest/config'

/** `npm run test:browser`: in Chromium, with the packed package. Installs packages, so it is apart from `npm test`. */
export default defineConfig({
  test: {
    include: ['test/browser/*.test.ts'],
    globalSetup: ['test/browser/require-chromium.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})
