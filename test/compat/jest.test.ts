import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import exampleFile from '../../examples/jest/package.json' with { type: 'json' }
import { codeBlocks, codeOf } from '../docs/code-blocks.js'
import { plainEnvironment } from '../support/command.js'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import type { Cell } from './projects.js'
import { start } from './run.js'

const example = exampleFile as { readonly devDependencies: Readonly<Record<string, string>> }
const { conmock: _, ...versions } = example.devDependencies
const next = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' }
const blocks = codeBlocks(new URL('../../docs/guides/jest-and-other-runners.md', import.meta.url))

const { nodes, managers, tarball, strict } = inject('installations')
let cell: Cell

beforeAll(async () => {
  const folder = createFolder()
  // The oldest Node, because Jest loads ES modules itself in some newer ones.
  cell = { name: 'Jest', node: nodes[0]!, project: { stack: strict.stack, folder } }
  writeFile(folder, 'package.json', '{ "name": "consumer", "private": true, "type": "module" }')
  writeFile(folder, 'app/page.jsx', 'export default () => null')
  writeFile(folder, 'jest.test.ts', codeOf(blocks, 'ts', 'jest.test.ts'))
  const packages = Object.entries({ ...versions, ...next }).map(([name, version]) => `${name}@${version}`)
  const flags = ['--ignore-scripts', '--store-dir', join(folder, 'store')]
  const there = { cwd: folder, env: plainEnvironment() }
  await promisify(execFile)(join(managers, 'pnpm'), ['add', ...flags, tarball, ...packages], there)
})

afterAll(() => rmSync(cell.project.folder, { recursive: true }))

test.each(['jest.commonjs.config.js', 'jest.config.mjs'])('%s works with pnpm', async (config) => {
  writeFile(cell.project.folder, config, codeOf(blocks, 'js', config))
  const jest = ['node_modules/jest/bin/jest.js', '--config', config, 'jest.test.ts']
  const { code, stderr } = await start(cell, 'node', jest).ended()
  expect(stderr).toContain('Tests:       1 passed, 1 total')
  expect(code).toBe(0)
})
