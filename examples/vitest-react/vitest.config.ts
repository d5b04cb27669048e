import { conmock } from 'conmock/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Prints the refused requests of a failed test, and after a run, which cases of the API the tests have covered. Writes a pact
  // of the responses that the tests have received. With CI, it compares the pact with the file.
  plugins: [conmock({ pact: { consumer: 'volunteer-desk' } })],
  test: {
    environment: 'jsdom',
    setupFiles: './test/setup.ts',
    // Testing Library waits one second for a missing element, and forEachVariant runs a failed test again.
    testTimeout: 20_000,
  },
})
