import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startConmock } from '../support/command.js'
import type { CodeBlock } from './code-blocks.js'
import { blocksOf, pages, wordsOf } from './pages.js'
import { compile, createSandbox, program, runModule, runVitest } from './sandbox.js'

/** Pages whose files are run step by step, by tests of their own, and how many blocks these tests know. */
const stepByStep: Record<string, number> = {
  'guides/find-untested-cases': 8,
  'guides/jest-and-other-runners': 6,
  'guides/measure-a-real-service': 9,
  'guides/pact-broker': 1,
  'guides/pacts-by-hand': 9,
  'guides/pacts-from-tests': 9,
  'guides/playwright': 7,
  'guides/rest-of-the-api': 9,
  'tutorials/first-test': 11,
}

/** Files that only compile beside others: the globals of Jest, and the profile that the guide measures. */
const notAlone = new Set(['jest.test.ts', 'measured.test.ts'])

/** Blocks that the tests of this file do not run. The other tests in this folder run them. */
const elsewhere: Record<string, string[]> = {
  'guides/check-requests': ['text', 'sh requests'],
  'guides/ci-docker-offline': [
    'sh start-server-and-test',
    'yaml .github/workflows/test.yml',
    'sh background',
    'sh docker',
    'sh replicas',
  ],
  'guides/compare-with-the-real-service': ['sh service', 'sh reference'],
  'guides/cypress': ['js cypress.config.mjs', 'js cypress/support/e2e.js'],
  'guides/errors-and-delays': ['sh faults', 'sh admin'],
  'guides/https': ['sh start', 'sh client'],
  'guides/migrate-from-json-server': ['json db.json', 'sh serve', 'sh request'],
  'guides/server-rendering': ['sh url', 'ts option'],
  'guides/storybook-and-browser': ['sh'],
  'guides/test-data': ['sh small', 'sh export'],
  'guides/vite': ['text', 'ini .env.development.local'],
  'reference/admin-api': ['sh'],
  'reference/the-api': ['json', 'json'],
  'tutorials/local-server': [
    'sh server',
    'ini .env.development.local',
    'sh refused',
    'text',
    'py roles.py',
    'py admin.py',
  ],
}

const all = pages.flatMap((page) => blocksOf(page).map((block) => ({ ...block, page })))
const isFile = ({ language, note }: CodeBlock) => language === 'ts' && note.includes('.')
const blocks = all.filter(({ page }) => !(page in stepByStep))
const files = blocks.filter(isFile)
const modules = blocks.filter(({ language, note }) => language === 'ts' && note === '')
const sandbox = createSandbox([
  'msw',
  'vitest',
  'vite',
  'zod',
  '@types/node',
  '@playwright',
  '@pact-foundation',
])

/** The files and modules of all pages, with their names in the sandbox. */
const written = [
  ...all.filter(isFile).map(({ page, note, code }) => {
    return { name: `${page in stepByStep ? 'steps' : 'whole'}/${page}/${note}`, code }
  }),
  ...modules.map(({ page, code }, index) => ({ name: `whole/${page}/block-${index}.ts`, code })),
]

beforeAll(() => {
  for (const { name, code } of written) sandbox.write(name, code)
  // Vite's own types need Vite.
  sandbox.write('vite-env.d.ts', 'interface ImportMeta { readonly env: Record<string, string> }')
})

test.each(pages)('%s has at most 800 words that were written by hand', (page) => {
  expect(wordsOf(page)).toBeLessThanOrEqual(800)
})

test('every code block of a page is run', () => {
  const counts = Object.keys(stepByStep).map((page) => [page, blocksOf(page).length])
  expect(Object.fromEntries(counts)).toEqual(stepByStep)
  const code = blocks.filter(({ language }) => language !== 'mermaid')
  const others = code.filter((block) => !files.includes(block) && !modules.includes(block))
  const labels: Record<string, string[]> = {}
  // The blocks of the command line are its help texts, and are generated.
  for (const { page, language, note } of others.filter((block) => block.page !== 'reference/cli'))
    (labels[page] ??= []).push(`${language} ${note}`.trim())
  expect(labels).toEqual(elsewhere)
})

test('all files and modules compile as strict TypeScript', async () => {
  const names = written.map(({ name }) => name).filter((name) => !notAlone.has(basename(name)))
  await expect(compile(sandbox, ['vite-env.d.ts', ...names])).resolves.toBeUndefined()
})

test('all tests pass', async () => {
  const { url } = await startConmock()
  vi.stubEnv('CONMOCK_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const tests = files.filter(({ note }) => note.endsWith('.test.ts')).length
  expect(await runVitest(sandbox, 'whole')).toMatch(new RegExp(`Test Files +${tests} passed`))
})

describe('modules', () => {
  test.each(modules)('block %# of $page runs and prints nothing', async ({ code }) => {
    expect(await runModule(sandbox, code)).toBe('')
  })
})

test('every page is in the list of all pages', () => {
  const list = readFileSync(program('docs/README.md'), 'utf8')
  expect(pages.filter((page) => page !== 'README' && !list.includes(`](${page}.md)`))).toEqual([])
})

test('every setup of a page resets the handlers and the mock', () => {
  const setups = ['../README', '../skills/conmock/SKILL', ...pages]
    .flatMap((page) => blocksOf(page))
    .filter(({ note, code }) => !note.startsWith('before/') && /setup(?:Server|Mock)\(/.test(code))
  expect(setups.length).toBeGreaterThan(7)
  const incomplete = setups.filter(({ code }) => {
    if (code.includes('setupMock(')) return false
    const [, hook = ''] = /afterEach\(async \(\) => \{(.*?)\n\}\)/s.exec(code) ?? []
    return !hook.includes('server.resetHandlers()') || !hook.includes('await mock.reset()')
  })
  expect(incomplete).toEqual([])
})
