import { readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { waysProgram } from '../ssr/ways-program.js'
import { Certificate } from '../support/certificate.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { undiciVersions } from './matrix.js'
import { start } from './run.js'

let project: InstalledPackage

beforeAll(async () => {
  const copies = undiciVersions.map((version) => `undici-${version}@npm:undici@${version}`)
  project = await installPackage({ packages: ['msw@2.15.0', ...copies] })
  project.write('ways.mjs', waysProgram)
})
afterAll(() => project.remove())

describe.each(inject('installations').nodes)('Node $version', (node) => {
  it.each(undiciVersions)(
    'names the sandbox of 72 requests beside each other, with undici %s',
    async (version) => {
      const name = `undici-${version}`
      const manifest = readFileSync(project.path(`node_modules/${name}/package.json`), 'utf8')
      const { engines } = JSON.parse(manifest) as { readonly engines: { readonly node: string } }
      if (!satisfies(node.version, engines.node)) return
      const cell = { name, node, project: { folder: project.path(''), stack: undefined as never } }
      const TLS = JSON.stringify(new Certificate().tls)
      const { stdout, stderr } = await start(cell, 'node', ['ways.mjs', name], { TLS }).ended()
      expect(stderr).toBe('')
      const wrong = JSON.parse(stdout) as Record<string, string[]>
      expect(Object.keys(wrong).length).toBeGreaterThan(30)
      expect(Object.entries(wrong).filter(([, requests]) => requests.length > 0)).toEqual([])
    },
  )
})
