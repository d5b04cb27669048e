import { configDefaults, defineConfig } from 'vitest/config'

/** Suites with a separate command, because they start other programs or install packages. */
const slow = ['bench', 'browser', 'compat', 'docs', 'examples', 'clients', 'package', 'pact', 'soak']

const excluded = [
  ...configDefaults.exclude,
  `test/{${slow.join(',')}}/**`,
  'test/cli/needs-command.test.ts',
  'test/vitest/plugin.test.ts',
]

/** Tests of what a whole process shares: counters, memory, the console, the environment. They each get their own process. */
const alone = [
  'test/coverage/explain-failures.test.ts',
  'test/dataset/memory.test.ts',
  'test/server/failing-responses.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [...excluded, ...alone],
          // With isolation, most of the time would be spent on loading the same modules for each file. So no file replaces modules.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: alone, isolate: true } },
    ],
    maxWorkers: '100%',
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
