import { defineConfig } from 'vitest/config'

/** `npm run test:package` tests the installed package, and the commands and code blocks of its documentation. */
export default defineConfig({
  test: {
    include: [
      'test/{clients,docs,package}/**/*.test.ts',
      'test/cli/needs-command.test.ts',
      'test/vitest/plugin.test.ts',
    ],
    maxWorkers: '100%',
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
