import { defineConfig } from 'vitest/config'

const documents = 'test/examples/documents.test.ts'
const timeouts = { testTimeout: 120_000, hookTimeout: 300_000 }

/** `npm run test:examples` tests the examples with the packed package. Not part of `npm test`, because it installs packages. */
export default defineConfig({
  test: {
    // Two workers even on two cores, because the tests often wait for npm and Chromium.
    maxWorkers: 2,
    globalSetup: ['test/examples/results-folder.ts'],
    projects: [
      {
        test: {
          name: 'examples',
          include: ['test/examples/*.test.ts'],
          exclude: [documents],
          sequence: { groupOrder: 1 },
          ...timeouts,
        },
      },
      // Runs last, because it writes the results of the other tests.
      { test: { name: 'documents', include: [documents], sequence: { groupOrder: 2 } } },
    ],
  },
})
