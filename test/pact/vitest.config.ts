import { defineConfig } from 'vitest/config'

/** `npm run test:pact`: most of these tests start the native verifier of Pact in processes of its own. */
export default defineConfig({
  test: {
    include: ['test/pact/**/*.test.ts'],
    maxWorkers: '100%',
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
