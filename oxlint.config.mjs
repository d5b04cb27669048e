// Folders in layers, lowest first. Each may import from the layers in front of its own (contributing/architecture.md).
// What browsers do not have is an error of TypeScript, by tsconfig.browser.json.
const order = {
  src: 'common < contract node < dataset api < coverage < mock < extension < testing sandboxes < admin < server < pact < extended-pacts probe < integrations cli',
  'src/pact': 'common < like report < pacts < states < parts < verification recording',
  'src/integrations': 'playwright vite vitest',
  'dashboard/src': 'common < admin < state < parts < views < shell',
}

function foldersIn(parent) {
  return order[parent].split(/[ <]+/)
}

const noConvention = {
  regex: '(^|/)(convention|reported)/',
  message: 'the engine imports nothing of convention/ and reported/ (contributing/architecture.md)',
}

const noExtension = {
  regex: '(^|/)extension/',
  message: 'entries and convention/ hand in the API with what a team adds (contributing/architecture.md)',
}

/** The pattern for a folder: it must not import from those beside it and above it. */
function inOrder(parent, folder) {
  const layers = order[parent].split(' < ').map((layer) => layer.split(' '))
  const others = layers.slice(layers.findIndex((layer) => layer.includes(folder))).flat()
  const names = others.filter((each) => each !== folder).join('|')
  const message = `${parent}/${folder}/ must not import from ${names} (contributing/architecture.md)`
  return names === '' ? [] : [{ regex: `^(\\.\\./)+(${names})/`, message }]
}

function importRule(folder, patterns) {
  const rules = { 'no-restricted-imports': ['error', { patterns }] }
  return { files: [`${folder}/**/*.{ts,tsx}`], rules }
}

function engineRules(folder) {
  const parent = `src/${folder}`
  const patterns = [
    noConvention,
    ...(['extension', 'extended-pacts'].includes(folder) ? [] : [noExtension]),
    ...inOrder('src', folder),
    {
      regex: String.raw`^(\.\./)+(index|server|pact|playwright|reported|vite|vitest)\.js$`,
      message: 'the public entries are for users; import the file itself',
    },
    {
      regex: `^(@playwright/test${folder === 'mock' ? '' : '|msw(/.*)?'})$`,
      message:
        'only mock/ uses msw, and the user imports Playwright, because two copies cannot run in one process',
      allowTypeImports: true,
    },
  ]
  const inner = parent in order ? foldersIn(parent) : []
  return [
    importRule(parent, patterns),
    ...inner.map((each) => importRule(`${parent}/${each}`, [...patterns, ...inOrder(parent, each)])),
    ...(folder === 'admin' ? [importRule('src/admin/client', [...patterns, client])] : []),
  ]
}

const client = {
  group: ['../*', '!../admin-path.js', '!../../**'],
  message: 'the client runs in browsers too, and must not load the server side of the admin API',
}

/** The files of `convention/` that do not run in browsers, and the folders that only these use. */
const serverFiles = 'pacts|load-pacts|like|states|recorded|fixtures|probed|command-line'
const noServerParts = {
  regex: `(^\\.\\.?/(\\w+/)?(${serverFiles})\\.js$)|/(pact|probe|server|cli|integrations|sandboxes|admin)/`,
  message: 'this file runs in browsers too',
  allowTypeImports: true,
}

/** The folders of which the dashboard may import more than types. */
const inDashboard = new Set(['common', 'contract', 'coverage', 'admin'])
const others = foldersIn('src').filter((each) => !inDashboard.has(each))
const dashboardPatterns = [
  noConvention,
  {
    regex: `/src/(${others.join('|')}|admin/[\\w-]+\\.js$)`,
    message: 'the dashboard uses the client of the admin API, and data that are the same for every server',
    allowTypeImports: true,
  },
]

export default {
  plugins: ['typescript', 'unicorn', 'import', 'oxc', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'no-console': 'error',
    eqeqeq: 'error',
    'prefer-const': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/{check-node.js,*.css}', '@testing-library/**'] }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    // A helper such as `expectFailure` asserts, too.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect[A-Z]*'] }],
    'no-await-in-loop': 'off',
    'oxc/no-map-spread': 'off',
    'typescript/consistent-return': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
  },
  ignorePatterns: ['dist', 'docs/**/*.md'],
  overrides: [
    ...foldersIn('src').flatMap(engineRules),
    // The entry of the command line.
    { files: ['src/cli/bin.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      ...importRule('src/convention', [noServerParts]),
      excludeFiles: [`src/convention/**/{${serverFiles.replaceAll('|', ',')}}.ts`],
    },
    importRule('src/reported', [
      {
        regex: '/src/|^\\.\\./(?!convention/(extend-api|resources)\\.js$|dataset/faker\\.js$)',
        message: 'it has what a team has, and the faker',
      },
    ]),
    ...foldersIn('dashboard/src').map((each) =>
      importRule(`dashboard/src/${each}`, [...dashboardPatterns, ...inOrder('dashboard/src', each)]),
    ),
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
        'react/immutability': 'off',
        // No tag can do what a list with a selection or a live region needs. Axe checks the result.
        'jsx-a11y/prefer-tag-over-role': 'off',
        'jsx-a11y/interactive-supports-focus': 'off',
      },
    },
    {
      files: ['examples/**'],
      rules: {
        'typescript/no-redundant-type-constituents': 'off',
        'typescript/no-floating-promises': 'off',
        'no-console': 'off',
      },
    },
  ],
}
