import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { examplesFolder } from './example-suite.js'

/** Tested by test/docs. */
const elsewhere = new Set(['docker'])

const folders = readdirSync(examplesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('every example is tested', () => {
  const tested = readdirSync(fileURLToPath(new URL('.', import.meta.url)))
  const untested = folders.filter((name) => !elsewhere.has(name) && !tested.includes(`${name}.test.ts`))
  expect(untested).toEqual([])
})

test('the index names every example', () => {
  const index = readFileSync(join(examplesFolder, 'README.md'), 'utf8')
  expect(folders.filter((name) => !index.includes(`](${name})`))).toEqual([])
})

test.each(folders)('%s pins the exact versions of its packages', (name) => {
  const file = join(examplesFolder, name, 'package.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>) : {}
  const packages = { ...manifest['dependencies'], ...manifest['devDependencies'] } as Record<string, string>
  // conmock is not published yet, and the browser tests install two versions of msw.
  const { conmock: _, msw: __, ...pinned } = packages
  expect(Object.entries(pinned).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})
