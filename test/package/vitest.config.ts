import { defineConfig } from 'vitest/config'

/** `npm run test:package`: the package as it is installed, and every command and code block of its documents. */
export default defineConfig({
  test: {
    include: ['test/{clients,docs,package}/**/*.test.ts', 'test/vitest/plugin.test.ts'],
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
