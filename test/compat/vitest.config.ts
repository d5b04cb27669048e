import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/compat/**/*.test.ts'],
    globalSetup: ['test/compat/install.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    // Installs Bun and Deno.
    hookTimeout: 180_000,
  },
})
