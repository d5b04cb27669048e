import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { JsonTestResults } from 'vitest/node'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import { versions } from './versions.js'

const testFolder = fileURLToPath(new URL('..', import.meta.url))

/** The tests that run in the page, and the modules that they import. */
const parts = ['conformance/smoke.ts', 'browser/page']

function configuration(): string {
  const launchOptions = { executablePath: chromiumPath(), args: chromiumArguments }
  return `
    import { playwright } from '@vitest/browser-playwright'
    import { defineConfig } from 'vitest/config'

    export default defineConfig({
      // Otherwise Vite finds these dependencies during the tests, and reloads the page.
      optimizeDeps: { include: ['conmock', 'msw', 'msw/browser'] },
      test: {
        include: ['test/browser/page/*.test.ts'],
        testTimeout: 30_000,
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: ${JSON.stringify(launchOptions)} }),
          instances: [{ browser: 'chromium' }],
        },
      },
    })`
}

/** A project with the packed package and a version of msw, whose tests run in Chromium. The caller removes it. */
export async function createPageProject(msw: string): Promise<InstalledPackage> {
  const { vitest, playwright } = versions
  const project = await installPackage({
    packages: [
      `msw@${msw}`,
      `vitest@${vitest}`,
      `@vitest/browser-playwright@${vitest}`,
      `playwright@${playwright}`,
    ],
  })
  for (const part of parts) cpSync(testFolder + part, project.path(`test/${part}`), { recursive: true })
  project.write('src/index.ts', "export * from 'conmock'")
  project.write('vitest.config.ts', configuration())
  await project.run(project.path('node_modules/.bin/msw'), 'init', 'public', '--no-save')
  return project
}

/** The installed version of a package. */
export function versionIn(project: InstalledPackage, name: string): string {
  const manifest = readFileSync(project.path(`node_modules/${name}/package.json`), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Runs the tests of `page/` in Chromium. Returns the names of those that passed, and why the others failed. */
export async function runInPage(project: InstalledPackage): Promise<{ passed: string[]; failed: string[] }> {
  const arguments_ = ['run', '--reporter=json', '--outputFile=report.json']
  const command = RunningCommand.start(project.path('node_modules/.bin/vitest'), arguments_, project.path(''))
  const { code, stderr } = await command.ended()
  const { testResults } = JSON.parse(readFileSync(project.path('report.json'), 'utf8')) as JsonTestResults
  const all = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = all.filter(({ status }) => status === 'failed')
  // vitest reports no failed test if a file does not load, or for an error outside of the tests.
  if (all.length === 0 || (code !== 0 && failed.length === 0))
    throw new Error(`vitest ended with ${code}: ${testResults[0]?.message ?? ''} ${stderr}`)
  return {
    passed: all.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
    failed: failed.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages?.join('\n')}`),
  }
}
