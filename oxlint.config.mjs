import { readdirSync } from 'node:fs'
import path from 'node:path'

// The layers of src/, lowest first, and what each may import. contributing/architecture.md explains them.
const layers = {
  common: [],
  contract: ['common'],
  dataset: ['common', 'contract'],
  api: ['common', 'contract'],
  coverage: ['common', 'contract', 'api'],
  mock: ['common', 'contract', 'dataset', 'api', 'coverage'],
  testing: ['common', 'contract', 'dataset', 'mock'],
  sandboxes: ['common', 'contract', 'api', 'mock'],
  admin: ['common', 'contract', 'dataset', 'api', 'coverage', 'mock', 'sandboxes'],
  server: ['common', 'contract', 'api', 'mock', 'sandboxes', 'admin'],
  pact: ['common', 'contract', 'api', 'coverage', 'mock', 'admin', 'server'],
  probe: ['common', 'contract', 'dataset', 'api', 'mock', 'admin', 'pact'],
  integrations: [
    'common',
    'contract',
    'api',
    'coverage',
    'mock',
    'testing',
    'sandboxes',
    'admin',
    'server',
    'pact',
  ],
  // In a folder of its own beside src/.
  dashboard: ['common', 'contract', 'coverage', 'admin'],
  cli: ['common', 'contract', 'dataset', 'coverage', 'mock', 'sandboxes', 'admin', 'server', 'pact', 'probe'],
}

/** The engine takes the API as a value, and the entries give it. */
const noConvention = {
  regex: '(^|/)convention/',
  message: 'the engine imports nothing of convention/ (contributing/architecture.md)',
}

/** The files of src/convention/ that do not run in browsers, and the folders of the engine that only these may import. */
const serverFiles = 'pacts|load-pacts|like|states|recorded|fixtures|probed|command-line'
const noServerParts = {
  regex: `(^\\.\\.?/(\\w+/)?(${serverFiles})\\.js$)|/(pact|probe|server|cli|integrations|sandboxes|admin)/`,
  message: 'this file runs in browsers too',
  allowTypeImports: true,
}

/** The folders of src/pact/, lowest first, and what each may import from the others. */
const pactFolders = {
  common: [],
  like: [],
  report: [],
  pacts: ['common'],
  states: ['common', 'like', 'pacts'],
  verification: ['common', 'pacts', 'states', 'report'],
  recording: ['common', 'like', 'states'],
}

/** The layers that run in browsers too. */
const inBrowsers = ['common', 'contract', 'dataset', 'api', 'coverage', 'mock', 'testing']

/** The names of all other layers, for a regular expression. */
function otherThan(names) {
  return Object.keys(layers)
    .filter((layer) => !names.includes(layer))
    .join('|')
}

function importPatterns(layer) {
  return [
    noConvention,
    {
      regex: `^(\\.\\./)+(${otherThan([layer, ...layers[layer]])})/`,
      message: `${layer}/ may import from: ${layers[layer].join(', ') || 'nothing'} (contributing/architecture.md)`,
    },
    // The command line uses the public entries for what they have.
    ...(layer === 'cli'
      ? []
      : [
          {
            regex: String.raw`^(\.\./)+(index|server|pact|playwright|vite|vitest)\.js$`,
            message: 'the public entries are for users; import the file itself',
          },
        ]),
    ...(layer === 'integrations'
      ? [{ regex: String.raw`^\.\./\w+/`, message: 'the integrations do not know each other' }]
      : []),
    ...(inBrowsers.includes(layer) ? [{ regex: '^node:', message: 'this folder runs in browsers too' }] : []),
    ...(layer === 'mock'
      ? []
      : [
          {
            regex: '^msw(/|$)',
            message: 'only mock/ uses msw, except for types',
            allowTypeImports: true,
          },
        ]),
    {
      regex: '^@playwright/test$',
      message: 'two copies of it cannot run in one process; the user imports it',
      allowTypeImports: true,
    },
  ]
}

function importRule(folder, patterns) {
  return { files: [`src/${folder}/**/*.ts`], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** The names in `src/admin/` that the client must not use. oxlint ignores patterns with a negative lookahead. */
const serverSide = readdirSync('src/admin')
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => !['client', 'admin-path'].includes(name))

/** The client runs in another process than the server, also in browsers. */
const clientPatterns = [
  ...importPatterns('admin'),
  { regex: '^node:', message: 'the client runs in browsers too' },
  {
    regex: `^\\.\\./(${serverSide.join('|')})(\\.js$|/)`,
    message: 'the client must not load the server side of the admin API',
  },
]

/** The folders of src/pact/ are layers, too. */
function pactRule([folder, allowed]) {
  const others = Object.keys(pactFolders).filter((other) => other !== folder && !allowed.includes(other))
  return importRule(`pact/${folder}`, [
    ...importPatterns('pact'),
    {
      regex: `^\\.\\./(${others.join('|')})/`,
      message: `pact/${folder}/ may import from: ${allowed.join(', ') || 'none of its siblings'} (contributing/architecture.md)`,
    },
  ])
}

/** The folders of the dashboard. Each may import from those in front of it. */
const dashboardFolders = ['common', 'admin', 'state', 'parts', 'views', 'shell']

function dashboardRule(folder, place) {
  const later = dashboardFolders.slice(place + 1)
  const patterns = [
    {
      regex: `^(\\.\\./)+src/(${otherThan(layers.dashboard)})/`,
      message: 'the dashboard uses the admin API, and data that are the same for every server',
      allowTypeImports: true,
    },
    noConvention,
    {
      regex: String.raw`^(\.\./)+src/admin/[\w-]+\.js$`,
      message: 'the dashboard uses the client of the admin API',
      allowTypeImports: true,
    },
    ...(later.length === 0
      ? []
      : [
          {
            regex: `^(\\.\\./)+(${later.join('|')})/`,
            message: `dashboard/src/${folder}/ must not import from ${later.join(', ')} (contributing/architecture.md)`,
          },
        ]),
  ]
  return {
    files: [`dashboard/src/${folder}/**/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', '__filename', 'require', 'setImmediate']
const browserGlobals = ['window', 'spec', 'self']

export default {
  plugins: ['typescript', 'unicorn', 'import', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/check-node.js'] }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/consistent-return': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
  },
  ignorePatterns: ['dist', 'docs/**/*.md'],
  overrides: [
    ...Object.keys(layers).map((layer) => importRule(layer, importPatterns(layer))),
    // The entry of the command line.
    { files: ['src/cli/bin.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      files: ['src/convention/**/*.ts'],
      excludeFiles: [`src/convention/**/{${serverFiles.replaceAll('|', ',')}}.ts`],
      rules: { 'no-restricted-imports': ['error', { patterns: [noServerParts] }] },
    },
    importRule('admin/client', clientPatterns),
    ...Object.entries(pactFolders).map(pactRule),
    {
      files: [...[...inBrowsers, 'admin/client'].map((folder) => `src/${folder}/**/*.ts`), 'src/index.ts'],
      rules: {
        'no-restricted-globals': [
          'error',
          ...[...nodeGlobals, ...browserGlobals].map((name) => ({ name, message: 'not in every runtime' })),
        ],
      },
    },
    {
      files: ['src/**/*.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          { object: 'Math', property: 'random', message: 'data are generated from the seed' },
        ],
      },
    },
    {
      files: ['dashboard/**/*.tsx'],
      plugins: ['react', 'jsx-a11y', 'typescript', 'unicorn', 'import', 'oxc', 'promise'],
      rules: {
        'react/react-in-jsx-scope': 'off',
        // These rules are for the compiler of React. They do not know signals.
        'react-hooks/exhaustive-deps': 'off',
        'react/refs': 'off',
        'react/immutability': 'off',
        // No tag can do what a list with a selection or a live region needs. Axe checks the result.
        'jsx-a11y/prefer-tag-over-role': 'off',
        'jsx-a11y/interactive-supports-focus': 'off',
        'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
      },
    },
    ...dashboardFolders.map(dashboardRule),
    {
      files: ['test/**/*.ts'],
      rules: {
        'typescript/await-thenable': 'error',
        // A helper such as `expectFailure` asserts, too.
        'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect[A-Z]*'] }],
      },
    },
    {
      files: ['examples/**'],
      rules: {
        'typescript/no-redundant-type-constituents': 'off',
        'no-console': 'off',
        'import/no-unassigned-import': 'off',
      },
    },
    { files: ['examples/node-test/test/**'], rules: { 'typescript/no-floating-promises': 'off' } },
  ],
}
