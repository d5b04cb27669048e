import { defineConfig } from 'vitest/config'

/** `npm run test:pact`: most of these tests start the native verifier of Pact in processes of its own. */
export default defineConfig({
  test: {
    include: ['test/pact/**/*.test.ts'],
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
