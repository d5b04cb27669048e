import { conmock } from 'conmock/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // After a run, prints which behaviours of the API the tests have covered.
  plugins: [conmock()],
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    // Testing Library waits one second for a missing element, and forEachVariant runs a failed test again.
    testTimeout: 20_000,
  },
})
