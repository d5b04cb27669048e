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

function forbid(regex, message, allowTypeImports = false) {
  return { regex, message: `${message} (contributing/architecture.md)`, allowTypeImports }
}

/** Forbids imports, but not those of types. */
function forbidValues(regex, message) {
  return forbid(regex, message, true)
}

/** The pattern for a folder: it must not import from those beside it and above it. */
function inOrder(parent, folder) {
  const layers = order[parent].split(' < ').map((layer) => layer.split(' '))
  const others = layers.slice(layers.findIndex((layer) => layer.includes(folder))).flat()
  const names = others.filter((each) => each !== folder).join('|')
  return names === '' ? [] : [forbid(`^(\\.\\./)+(${names})/`, `${parent}/${folder}/ is not above ${names}`)]
}

function importRule(folder, patterns) {
  return { files: [`${folder}/**/*.{ts,tsx}`], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

const noConvention = forbid(
  '(^|/)(convention|reported)/',
  'the engine imports nothing of convention/ and reported/',
)
const noExtension = forbid('(^|/)extension/', 'entries and convention/ hand in the API with what a team adds')
const noEntries = forbid(
  String.raw`^(\.\./)+(index|server|pact|playwright|reported|vite|vitest)\.js$`,
  'the public entries are for users; import the file itself',
)
const noPlaywright = forbidValues('^@playwright/test$', 'the user imports it: two copies cannot run together')
const noMsw = forbidValues('^msw(/.*)?$', 'only mock/ uses msw')

/** The client of the admin API. */
const noServerSide = {
  group: ['../*', '!../admin-path.js', '!../../**'],
  message: 'the client runs in browsers too, and must not load the server side of the admin API',
}

function engineRules(folder) {
  const parent = `src/${folder}`
  const patterns = [
    noConvention,
    ...(['extension', 'extended-pacts'].includes(folder) ? [] : [noExtension]),
    ...inOrder('src', folder),
    noEntries,
    noPlaywright,
    ...(folder === 'mock' ? [] : [noMsw]),
  ]
  const inner = parent in order ? foldersIn(parent) : []
  return [
    importRule(parent, patterns),
    ...inner.map((each) => importRule(`${parent}/${each}`, [...patterns, ...inOrder(parent, each)])),
    ...(folder === 'admin' ? [importRule('src/admin/client', [...patterns, noServerSide])] : []),
  ]
}

/** The files of `convention/` that do not run in browsers, and the folders that only these use. */
const serverFiles = 'pacts|load-pacts|like|states|recorded|fixtures|probed|command-line'
const noServerParts = forbidValues(
  `(^\\.\\.?/(\\w+/)?(${serverFiles})\\.js$)|/(pact|probe|server|cli|integrations|sandboxes|admin)/`,
  'this file runs in browsers too',
)

/** The folders of which the dashboard may import more than types. */
const inDashboard = new Set(['common', 'contract', 'coverage', 'admin'])
const others = foldersIn('src').filter((each) => !inDashboard.has(each))
const onlyClient = forbidValues(
  `/src/(${others.join('|')}|admin/[\\w-]+\\.js$)`,
  'the dashboard uses the client of the admin API, and data that are the same for every server',
)

const noEngine = {
  group: ['../**', '!../convention/{extend-api,resources}.js', '!../dataset/faker.js'],
  message: 'reported/ has what a team has, and the faker',
}

const noRandom = { object: 'Math', property: 'random', message: 'data are generated from the seed' }

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
    { files: ['src/cli/bin.ts'], rules: { 'no-restricted-imports': 'off' } },
    {
      ...importRule('src/convention', [noServerParts]),
      excludeFiles: [`src/convention/**/{${serverFiles.replaceAll('|', ',')}}.ts`],
    },
    importRule('src/reported', [noEngine]),
    ...foldersIn('dashboard/src').map((each) =>
      importRule(`dashboard/src/${each}`, [noConvention, onlyClient, ...inOrder('dashboard/src', each)]),
    ),
    { files: ['src/**/*.ts'], rules: { 'no-restricted-properties': ['error', noRandom] } },
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
