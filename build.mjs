// Builds the code and the dashboard, and with --types the types, if they are out of date. With --clean, builds from scratch.
//
// Few files load faster than many, so dependencies that are slow to load are bundled and tree-shaken (decision 11).
// Separate chunks are the public entries, code that is only loaded when it is needed, and files that resolve other files
// relative to themselves. The latter must have the same depth in dist/ as in src/.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'rolldown'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

/** Dependencies that npm installs, and that are therefore not bundled. */
const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })

const entries = {
  index: 'src/index.ts',
  server: 'src/server.ts',
  pact: 'src/pact.ts',
  playwright: 'src/playwright.ts',
  reported: 'src/reported.ts',
  vite: 'src/vite.ts',
  vitest: 'src/vitest.ts',
}

/** The server of an app loads this file, and nothing else. So it shares no chunk with the others. */
const ssr = { ssr: 'src/ssr.ts' }

/** @type {import('rolldown').InputOptions} */
const common = {
  external: [/^node:/, ...installed.map((name) => new RegExp(`^${name}(/|$)`))],
  platform: 'neutral',
  resolve: { mainFields: ['module', 'main'] },
  // package.json says that no module has side effects, but this one does.
  treeshake: { moduleSideEffects: (id) => id.endsWith('/check-node.ts') || undefined },
  preserveEntrySignatures: 'allow-extension',
  // Each warning ends the build, and on a busy machine rolldown warns that plugins are slow.
  checks: { bundlerTimings: false },
  onLog(level, { message }) {
    if (level === 'warn') throw new Error(message)
  },
}

/** The folder of the npm package that a module belongs to; `undefined` for our own modules. */
function packageFolder(moduleId) {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId)?.[0]
}

/** Writes the licenses of all bundled packages, which must be included in copies. `npm run docs` joins the files. */
function writeNotices(what, directory, output) {
  const moduleIds = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
  const folders = new Set(moduleIds.map(packageFolder).filter((folder) => folder !== undefined))
  const texts = Array.from(folders, (folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const licenseFile = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    if (licenseFile === undefined) throw new Error(`${name} is bundled and has no license file`)
    const text = readFileSync(path.join(folder, licenseFile), 'utf8').trim()
    return { name, text: `## ${name} ${version} (${license})\n\n${text.replaceAll(/^/gm, '    ')}` }
  })
  const sorted = texts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const lines = [`# Packages that are bundled into ${what}`, ...sorted.map(({ text }) => text), '']
  writeFileSync(`${directory}/notices.md`, lines.join('\n\n'))
}

/** Replaces the record keys of @msw/data, because `crypto.randomUUID` does not exist on pages without https. */
const ownPrimaryKeys = {
  name: 'own-primary-keys',
  transform: {
    filter: { id: /\/@msw\/data\/build\/collection-/ },
    handler(code) {
      const file = JSON.stringify(path.resolve('src/dataset/primary-key.ts'))
      const replaced = code.replace('crypto.randomUUID()', 'createPrimaryKey()')
      if (replaced === code) throw new Error('@msw/data makes its primary keys in another way now')
      return `import { createPrimaryKey } from ${file}\n${replaced}`
    },
  },
}

/** Of package.json, the code only reads the version. A browser must not load the rest. */
const onlyVersion = {
  name: 'only-version',
  load: {
    filter: { id: path.resolve('package.json') },
    handler: () => ({
      code: `export default ${JSON.stringify({ version: manifest.version })}`,
      moduleType: 'js',
    }),
  },
}

async function buildCode() {
  const { output } = await build({
    ...common,
    plugins: [ownPrimaryKeys, onlyVersion],
    input: {
      ...entries,
      'cli/bin': 'src/cli/bin.ts',
      'vitest/conmock-setup': 'src/integrations/vitest/conmock-setup.ts',
      'pact/verification/verifier-process': 'src/pact/verification/verifier-process.mjs',
    },
    output: {
      dir: 'dist',
      entryFileNames: ({ name }) =>
        name === 'pact/verification/verifier-process' ? '[name].mjs' : '[name].js',
      chunkFileNames: 'chunks/[name].js',
      // Editors show the comments of the type declarations.
      comments: { jsdoc: false },
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          // Needs Node, so it must not share a file with code for browsers.
          {
            name: 'http-adapter',
            test: /\/node_modules\/srvx\/|\/src\/server\/web-requests\.ts$/,
          },
          // Only loaded by the first request to the admin API. The server needs the sandboxes and the paths at once.
          {
            name: 'admin',
            test: /\/src\/admin\/(?!client\/|admin-path\.ts)/,
          },
          // The command line and the plugin for vitest need these at once.
          { name: 'files', test: /\/src\/(node\/|convention\/load-pacts\.ts)/ },
          {
            name: 'verification',
            test: /\/src\/pact\/(?!.*(verifier-process|send-request))|\/src\/convention\/(\w+\/)?(states|recorded|pacts|like|fixtures)\.ts$|\/node_modules\/lossless-json\//,
          },
          // Only loaded for --open.
          {
            name: 'open',
            test: /\/node_modules\/(open|(default-browser|bundle-name|run-applescript|define-lazy|is-(docker|in|wsl)|wsl|powershell)[^/]*)\//,
          },
          { name: 'dependencies', test: /\/node_modules\/|\/primary-key\.ts$/ },
          {
            name: 'core',
            test: /\/(src\/(common|contract|convention(?!.*\/(extend-api|probed|dashboard|look|command-line|load-pacts)\.ts)|dataset(?!\/data-schema)|api|coverage|mock)|fixtures)\/|\/src\/extension\/registered\.ts$|\/src\/admin\/admin-path\.ts$|\/package\.json$/,
          },
          // The command line loads it without its entry.
          { name: 'reported', test: /\/src\/reported\// },
          // A bundler leaves it out if nothing calls `extendApi`.
          {
            name: 'extension',
            test: /\/src\/(extension\/(?!registered)|convention\/extend-api\.ts)/,
          },
          // The server and the fixture for Playwright need them at once.
          {
            name: 'sandboxes',
            test: /\/src\/(sandboxes\/|server\/(cors|identity)\.ts$|convention\/(\w+\/look|dashboard)\.ts$)/,
          },
          { name: 'vitest-plugin', test: /\/src\/integrations\/vitest\/(plugin|why-incomplete)/ },
          // In an old version of Node, bin.ts must run before the others fail to load.
          { name: 'command-line', test: /\/src\/(cli\/(?!(bin|watch)\.ts)|convention\/command-line\.ts)/ },
        ],
      },
    },
  })
  await build({ ...common, input: ssr, output: { dir: 'dist', comments: { jsdoc: false } } })
  // An earlier build may have had other chunks.
  const written = new Set(output.map(({ fileName }) => fileName))
  for (const name of readdirSync('dist/chunks')) {
    if (name.endsWith('.js') && !written.has(`chunks/${name}`)) rmSync(`dist/chunks/${name}`)
  }
  writeNotices('the code', 'dist', output)
}

async function buildTypes() {
  const { dts } = await import('rolldown-plugin-dts')
  const { output } = await build({
    ...common,
    input: { ...entries, ...ssr },
    checks: { pluginTimings: false },
    plugins: [dts({ emitDtsOnly: true, tsconfig: 'tsconfig.json', sourcemap: false })],
    output: { dir: 'dist', chunkFileNames: 'chunks/[name].d.ts' },
  })
  // Editors do not show a comment that stands behind the member before it.
  for (const { fileName, code } of output)
    writeFileSync(`dist/${fileName}`, code.replaceAll(/(?<=[;{]) *(\/\*\* .*? \*\/)\s*/g, '\n$1\n'))
}

async function buildDashboard() {
  const vite = await import('vite')
  const { output } = await vite.build({ configFile: 'dashboard/vite.config.ts', logLevel: 'warn' })
  writeNotices('the dashboard', 'dist/dashboard', output)
}

/** The last modification time of a file, or of the newest file in a folder. */
function writtenAt(name) {
  const stat = statSync(name, { throwIfNoEntry: false })
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0
  return Math.max(0, ...readdirSync(name).map((each) => writtenAt(path.join(name, each))))
}

const sources = ['src', 'fixtures', 'build.mjs', 'package.json', 'package-lock.json', 'tsconfig.json']

/** The dashboard contains some of the code for browsers. */
const dashboardSources = [
  'dashboard',
  'src/common',
  'src/contract',
  'src/coverage',
  'src/admin',
  'fixtures',
  'build.mjs',
  'package-lock.json',
]

/** Builds something, unless the output is newer than all of its sources. */
async function update(what, output, buildIt, from = sources) {
  if (writtenAt(output) > Math.max(...from.map(writtenAt))) return
  process.stderr.write(`Building the ${what} ...\n`)
  await buildIt()
}

if (process.argv.includes('--clean')) rmSync('dist', { recursive: true, force: true })
await update('code', 'dist/index.js', buildCode)
await update('dashboard', 'dist/dashboard/index.html', buildDashboard, dashboardSources)
if (process.argv.includes('--types')) await update('types', 'dist/index.d.ts', buildTypes)
