import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { launchChromium } from '../support/chromium.js'

const template = fileURLToPath(new URL('../../examples/vite-app', import.meta.url))

/** A copy of the example with the packed package and a version of msw. The caller removes it. */
export async function createExample(msw: string): Promise<InstalledPackage> {
  const project = await installPackage({ template, packages: [`msw@${msw}`] })
  await project.run('npm', 'run', 'predev')
  return project
}

function start(project: InstalledPackage, program: string, ...args: readonly string[]): RunningCommand {
  return RunningCommand.start(project.path(`node_modules/.bin/${program}`), args, project.path(''))
}

/** The first address that a program prints. */
async function addressIn(command: RunningCommand): Promise<string> {
  return /http:\/\/[\w.]+:\d+$/.exec(await command.printed(/http:\/\/[\w.]+:\d+(?=\D)/))![0]
}

/** The example in a page, open until the end of the test. */
interface OpenExample {
  readonly page: Page
  /** Errors and warnings in the console of the page, and uncaught errors. */
  readonly complaints: readonly string[]
  /** The base URL of its API. */
  readonly api: string
}

/** What answers the requests of the example: msw in the page, the installed `conmock`, or its plugin for Vite. */
export type AnsweredBy = 'worker' | 'server' | 'plugin'

/** Opens the example in a page. Starts its development server, and with `'server'` the installed `conmock`. */
export async function openExample(project: InstalledPackage, answeredBy: AnsweredBy): Promise<OpenExample> {
  const server = answeredBy === 'server' ? start(project, 'conmock', '--port', '0') : undefined
  const url = server && (await addressIn(server))
  project.write('.env.e2e', url === undefined ? '' : `VITE_API_URL=${url}`)
  const app = await addressIn(
    start(project, 'vite', '--port', '0', '--mode', answeredBy === 'plugin' ? 'plugin' : 'e2e'),
  )

  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(app)
  return { page, complaints, api: url ?? app }
}

/** Builds the example for production, and returns the text of its scripts. */
export async function buildExample(project: InstalledPackage): Promise<string> {
  await project.run('npm', 'run', 'build')
  const assets = project.path('dist/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n')
}
