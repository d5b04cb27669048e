import { defineConfig } from 'vitest/config'

const documents = 'test/examples/documents.test.ts'
const timeouts = { testTimeout: 120_000, hookTimeout: 300_000 }

/** `npm run test:examples`: the examples, each installed with the packed package, so it is apart from `npm test`. */
export default defineConfig({
  test: {
    // Two at a time, on two cores as well: a good part of it is waiting for npm and Chromium.
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
      // When all others are done, because it writes down what they have seen.
      { test: { name: 'documents', include: [documents], sequence: { groupOrder: 2 } } },
    ],
  },
})
