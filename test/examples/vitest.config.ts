import { defineConfig } from 'vitest/config'

/** `npm run test:examples` tests the examples with the packed package. Not part of `npm test`, because it installs packages. */
export default defineConfig({
  test: {
    include: ['test/examples/*.test.ts'],
    // Two workers even on two cores, because the tests often wait for npm and Chromium.
    maxWorkers: 2,
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
})
