import { conmockLedger } from 'conmock/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Prints, after a run, what the tests have met of the API and what they never have.
  plugins: [conmockLedger()],
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    // Testing Library waits a second for what does not come, and forEachVariant tries again to find out why.
    testTimeout: 20_000,
  },
})
