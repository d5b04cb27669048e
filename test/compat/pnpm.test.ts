import { readFileSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { managers, strict } from './matrix.js'
import { cellOf } from './projects.js'
import { evaluate } from './run.js'

const { nodes, strict: project } = inject('installations')
const node = nodes.find(({ version }) => version === strict.node)!
const cell = cellOf(node, project)
const own = realpathSync(join(project.folder, 'node_modules/conmock'))

/** Files that run something when they are imported: the command, and the setup file of the vitest plugin. */
const started = new Set(['cli/bin.js', 'vitest/conmock-setup.js'])

/** The names of the packages in a `node_modules` folder. */
function packagesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  )
}

describe(`pnpm ${managers.pnpm}`, () => {
  it('gives the package only its declared dependencies', () => {
    const text = readFileSync(join(own, 'package.json'), 'utf8')
    const manifest = JSON.parse(text) as Record<'dependencies' | 'peerDependencies', object>
    const declared = [manifest.dependencies, manifest.peerDependencies].flatMap((part) => Object.keys(part))
    // The project has no end-to-end tests, so it does not install this optional peer. vitest brings Vite.
    const installed = declared.filter((name) => name !== '@playwright/test')
    expect(packagesIn(dirname(own)).toSorted()).toEqual(['conmock', ...installed].toSorted())
  })

  it('resolves all imports in the files of the package', async () => {
    const files = readdirSync(join(own, 'dist'), { recursive: true, encoding: 'utf8' })
    // The script of the dashboard runs in browsers only, and imports nothing.
    const inNode = files.filter((file) => !file.startsWith('dashboard'))
    const modules = inNode.filter((file) => file.endsWith('.js') && !started.has(file))
    expect(modules).toContain('index.js')
    const urls = modules.map((file) => new URL(`file://${join(own, 'dist', file)}`).href)
    const code = `const errors = []
      for (const url of ${JSON.stringify(urls)}) await import(url).catch(({ message }) => errors.push(message))
      console.log(JSON.stringify(errors))`
    expect(await evaluate(cell, code)).toEqual([])
  })
})
