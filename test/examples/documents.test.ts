import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examplesFolder } from './example-project.js'
import { writeGeneratedSection } from '../support/generated-section.js'
import { markdownTable } from '../support/markdown-table.js'
import { readResults } from './results.js'

const document = fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url))
const tested = ['vitest-react', 'jest', 'node-test', 'storybook', 'vite-app']
/** Tested by replicas.test.ts and by the tests of the recipes. */
const elsewhere = new Set(['replicas', 'docker'])

const folders = readdirSync(examplesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('every example is tested', () => {
  expect(folders.filter((name) => !elsewhere.has(name)).toSorted()).toEqual(tested.toSorted())
})

test('the index names every example', () => {
  const index = readFileSync(join(examplesFolder, 'README.md'), 'utf8')
  for (const name of folders) expect(index).toContain(`](${name})`)
})

test('docs/compatibility.md lists the results', async () => {
  const rows = tested.flatMap((folder) => {
    const results = readResults(folder)
    if (!results) throw new Error(`the tests of ${folder} have failed or were not run`)
    return results.lines.map(({ how, seen }, index) => {
      const first = index === 0 ? [`[${folder}](../examples/${folder})`, results.versions] : ['', '']
      return [...first, how, seen]
    })
  })
  const head = ['example', 'with', 'how', 'result']
  const table = markdownTable(head, rows)
  const section = { file: document, name: 'examples', text: table, command: 'npm run test:examples' }
  await expect(writeGeneratedSection(section)).resolves.toBeUndefined()
})
