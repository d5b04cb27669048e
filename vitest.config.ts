import { configDefaults, defineConfig } from 'vitest/config'

const minute = 60_000

/** The suites that are not part of `npm test`, because they start other programs or install packages. */
const slow = {
  pact: 'test/pact/**/*.test.ts',
  package: 'test/{docs/**/*,package/**/*,cli/needs-command,vitest/plugin}.test.ts',
  browser: 'test/browser/**/*.test.ts',
  examples: 'test/examples/**/*.test.ts',
  compat: 'test/compat/**/*.test.ts',
}

/** Tests of what a whole process shares: counters, memory, the console, the environment. They each get their own process. */
const alone = [
  'test/testing/explain-failures.test.ts',
  'test/dataset/memory.test.ts',
  'test/server/failing-responses.test.ts',
]

const projects = [
  // `npm test` runs these two.
  {
    name: 'shared',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...Object.values(slow), ...alone],
    maxWorkers: '100%',
    // With isolation, most of the time would be spent on loading the same modules for each file. So no file replaces modules.
    isolate: false,
  },
  { name: 'alone', include: alone, maxWorkers: '100%' },

  // Most of these tests start the native verifier of Pact in processes of its own.
  { name: 'pact', include: [slow.pact], maxWorkers: '100%' },
  // The installed package, and the commands and code blocks of its documentation.
  { name: 'package', include: [slow.package], maxWorkers: '100%' },
  // The packed package in Chromium.
  {
    name: 'browser',
    include: [slow.browser],
    // A test in a page runs these.
    exclude: [...configDefaults.exclude, 'test/browser/page/**'],
    globalSetup: ['test/browser/require-chromium.ts'],
    testTimeout: 3 * minute,
    hookTimeout: 3 * minute,
  },
  // The examples with the packed package. Two workers even on two cores, because the tests often wait for npm and Chromium.
  {
    name: 'examples',
    include: [slow.examples],
    maxWorkers: 2,
    testTimeout: 5 * minute,
    hookTimeout: 5 * minute,
  },
  // The packed package with other versions of its peers and of Node, which are installed first, and with Bun and Deno.
  {
    name: 'compat',
    include: [slow.compat],
    globalSetup: ['test/compat/install.ts'],
    maxWorkers: 2,
    hookTimeout: 3 * minute,
  },
]

export default defineConfig({
  test: {
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: minute / 2 } },
    testTimeout: minute,
    hookTimeout: minute,
    projects: projects.map((test, index) => ({
      extends: true,
      // The suites run one after the other if several are started, because they have different numbers of workers.
      test: { ...test, sequence: { groupOrder: Math.max(index, 1) } },
    })),
  },
})
