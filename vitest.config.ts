import { configDefaults, defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These have a command and a configuration of their own, because they install packages or take long.
    exclude: [...configDefaults.exclude, 'test/{bench,browser,compat,examples,soak}/**'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
