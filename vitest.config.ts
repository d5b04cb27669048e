import { configDefaults, defineConfig } from 'vitest/config'

/** Suites with a separate command, because they start other programs or install packages. */
const slow = ['bench', 'browser', 'compat', 'docs', 'examples', 'clients', 'package', 'pact', 'soak']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, `test/{${slow.join(',')}}/**`, 'test/vitest/plugin.test.ts'],
    // With isolation, most of the time would be spent on loading the same modules for each file. So no file replaces modules.
    isolate: false,
    maxWorkers: '100%',
    // By default, `expect.poll` waits for one second, which a busy machine may need.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
