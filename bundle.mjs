// Second half of `npm run build`: the code, in few files, because few files start sooner (decision 11). The first half
// is the types, which tsc writes beside it. What stays apart: the entries, what is loaded only when it is needed, and
// what finds its neighbours by its own place, which must lie as deep in dist/ as in src/.
import { build } from 'rolldown'

await build({
  input: {
    index: 'src/index.ts',
    server: 'src/server.ts',
    pact: 'src/pact.ts',
    vitest: 'src/vitest.ts',
    'cli/bin': 'src/cli/bin.ts',
    'vitest/ledger-setup': 'src/vitest/ledger-setup.ts',
    'pact/verifier-process': 'src/pact/verifier-process.mjs',
  },
  external: /^(?:node:|@?[a-z])/,
  platform: 'neutral',
  preserveEntrySignatures: 'allow-extension',
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message)
  },
  output: {
    dir: 'dist',
    entryFileNames: ({ name }) => (name === 'pact/verifier-process' ? '[name].mjs' : '[name].js'),
    chunkFileNames: 'chunks/[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'verification', test: /\/src\/pact\/(?!verifier-process)/ },
        { name: 'ledger-plugin', test: /\/src\/vitest\/ledger-plugin/ },
        { name: 'command-line', test: /\/src\/cli\/(?!bin\.ts)/ },
      ],
    },
  },
})
