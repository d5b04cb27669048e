import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { build, type Rolldown } from 'vite'
import type { InstalledPackage } from '../support/packed-package.js'
import { launchChromium } from '../support/chromium.js'

type Chunk = Rolldown.OutputChunk

/** Maximum size of the code that a page loads for the mock, without msw: gzip, in kB of 1000 bytes. */
const MAX_KB = 110

/** The files that a page may load: the main entry and the chunks that run in browsers. */
const allowed = [/^conmock\/dist\/(?:index|chunks\/(?:core|dependencies))\.js$/]

/** Virtual modules that Vite and its bundler add. */
const ofTheBundler = /^\0(?:vite\/|rolldown\/)/

const program = `
  import { createMock } from 'conmock'
  export const mock = createMock()
  await mock.volunteers.create({ user: { id: '42' } })
`

async function bundle(project: InstalledPackage, code: string, external: string[]): Promise<Chunk[]> {
  const built = await build({
    root: project.path(''),
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: project.write('entry.js', code),
        external,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const { output } = built as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

function kilobytes(chunks: readonly Chunk[]): number {
  const bytes = chunks.map(({ code }) => gzipSync(code, { level: 9 }).length)
  return bytes.reduce((sum, each) => sum + each, 0) / 1000
}

/** Tests the code that a page loads for the mock. */
export function bundleForBrowser(project: () => InstalledPackage): void {
  describe('the bundle of createMock()', () => {
    let chunks: Chunk[]
    beforeAll(async () => {
      chunks = await bundle(project(), program, ['msw'])
    })

    it(`is smaller than ${MAX_KB} kB`, () => {
      const size = kilobytes(chunks)
      expect(size).toBeGreaterThan(10)
      expect(size).toBeLessThan(MAX_KB)
    })

    it('contains the code for pages, but no server, verification or command line', () => {
      const modules = chunks.flatMap(({ modules: each }) => Object.keys(each))
      const names = modules.map((id) => id.replace(/^.*\/node_modules\//, ''))
      expect(names).toContain('conmock/dist/chunks/core.js')
      const others = names.filter(
        (name) =>
          !ofTheBundler.test(name) && !name.endsWith('entry.js') && !allowed.some((each) => each.test(name)),
      )
      expect(others).toEqual([])
    })

    it('imports no module of Node', () => {
      for (const { code, imports, dynamicImports } of chunks) {
        expect([...imports, ...dynamicImports].filter((name) => !/^msw$|^assets\//.test(name))).toEqual([])
        expect(/["'`]node:[\w/]+|browser-external/.exec(code)?.[0]).toBeUndefined()
      }
    })

    it('runs without eval, and in a sandboxed frame, which has no localStorage', async () => {
      const started = `${program}
        const { status } = await mock.fetch('https://x/api/v0/roles')
        const storage = (() => { try { return Boolean(localStorage) } catch { return false } })()
        // The event of a violation is queued before these tasks, so it comes first.
        requestAnimationFrame(() => setTimeout(() => document.body.append([status, storage, mock.handlers.length])))`
      const scripts = await bundle(project(), started, [])
      const browser = await launchChromium()
      onTestFinished(() => browser.close())
      const page = await browser.newPage()
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ blockedURI }) =>
          document.body.append(`broken: ${blockedURI} `),
        )
      })
      await page.route('**', (route) => {
        const asked = new URL(route.request().url()).pathname.slice(1)
        const script = scripts.find(({ fileName }) => fileName === asked)
        const entry = scripts.find(({ isEntry }) => isEntry)!.fileName
        // The origin of a sandboxed page is `null`, so it can only load scripts that allow any origin.
        const cors = { 'access-control-allow-origin': '*' }
        if (script) return route.fulfill({ contentType: 'text/javascript', headers: cors, body: script.code })
        const policy = "default-src 'none'; script-src http://localhost; img-src data:; sandbox allow-scripts"
        const headers = { 'content-security-policy': policy }
        const body = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/${entry}"></script>`
        return route.fulfill({ contentType: 'text/html', headers, body })
      })
      await page.goto('http://localhost/')
      await page.getByText('401').waitFor()
      expect(await page.locator('body').textContent()).toBe('401,false,1')
    })
  })
}
