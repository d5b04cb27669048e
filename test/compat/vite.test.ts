import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { rmSync } from 'node:fs'
import { plainEnvironment } from '../support/command.js'
import { createFolder, writeFile } from '../support/temporary-folder.js'
import { describePlugin, type Vite } from '../vite/suite.js'

describe.each([6, 7, 8])('conmock/vite with Vite %i', (version) => {
  let folder: string
  let vite: Vite

  beforeAll(async () => {
    folder = createFolder()
    writeFile(folder, 'package.json', '{ "private": true, "type": "module" }')
    const flags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...flags, `vite@${version}`], { cwd: folder, env: plainEnvironment() })
    const entry = join(folder, 'node_modules/vite/dist/node/index.js')
    vite = (await import(pathToFileURL(entry).href)) as Vite
  }, 120_000)

  afterAll(() => rmSync(folder, { recursive: true }))

  describePlugin(() => vite)
})
