import type { JSONReport, JSONReportSuite, JSONReportTestResult as Attempt } from '@playwright/test/reporter'
import { cpSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type RunningServer } from '../../src/server.js'
import { chromiumArguments, chromiumPath } from '../support/chromium.js'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { callMember } from '../support/call-member.js'
import { versions } from './versions.js'

const specFolder = fileURLToPath(new URL('./playwright', import.meta.url))

/** Runs the tests of Playwright in the project. */
async function run(
  project: InstalledPackage,
  environment: Readonly<Record<string, string>>,
): Promise<JSONReport> {
  const LAUNCH_OPTIONS = JSON.stringify({ executablePath: chromiumPath(), args: chromiumArguments })
  const args = [project.path('node_modules/@playwright/test/cli.js'), 'test', '--reporter=json']
  const variables = { ...environment, LAUNCH_OPTIONS }
  const command = RunningCommand.start(process.execPath, args, project.path(''), variables)
  const { stdout, stderr } = await command.ended()
  if (!stdout.startsWith('{')) throw new Error(`Playwright has not run: ${stdout}${stderr}`)
  return JSON.parse(stdout) as JSONReport
}

/** The attempts of each test, by its title. */
function attemptsIn({ specs = [], suites = [] }: Partial<JSONReportSuite>): Record<string, Attempt[]> {
  const own = specs.map(({ title, tests }) => [title, tests.flatMap(({ results }) => results)] as const)
  return Object.assign(Object.fromEntries(own), ...suites.map(attemptsIn)) as never
}

function attachment(attempt: Attempt | undefined, name: string): string | undefined {
  const found = attempt?.attachments.find((each) => each.name === name)
  return found && Buffer.from(found.body!, 'base64').toString()
}

/** The methods, paths and statuses of the attached request log, or `undefined` if it is not attached. */
function requestLogIn(attempt: Attempt | undefined): unknown[] | undefined {
  const text = attachment(attempt, 'conmock-requests.json')
  if (text === undefined) return undefined
  const entries = JSON.parse(text) as { method: string; path: string; status: number }[]
  return entries.map(({ method, path, status }) => `${method} ${path} ${status}`)
}

/** The requests in the sandbox `default`, without those that Chromium itself sends. */
function requestsInDefault({ mock }: RunningServer): string[] {
  const entries = mock.requests.all().filter(({ path }) => path !== '/favicon.ico')
  return entries.map(({ method, path, status, refusal }) => `${method} ${path} ${status} ${refusal?.detail}`)
}

const roles = ['GET /api/v0/roles 200']
const role = ['GET /api/v0/role 404']
const hanging = ['GET /api/v0/roles 0']

/** The request logs that are attached to the attempts of the tests in failing.ts. */
const expectedRequestLogs = {
  fails: [role, role],
  'fails without a request': [[], []],
  'passes at the second attempt': [roles, undefined],
  'takes too long': [hanging, hanging],
  'fails as expected': [undefined],
  passes: [undefined],
  'fails before it starts': [undefined, undefined],
  'is refused with strict': [role, role],
  'is refused before a reset': [role, role],
  'expects a refusal with strict': [undefined],
  'expects a request in vain': [[], []],
}

describe.each(versions.playwrightTest)('the fixture with @playwright/test %s', (version) => {
  let project: InstalledPackage

  beforeAll(async () => {
    project = await installPackage({ packages: [`@playwright/test@${version}`, `msw@${versions.msw[0]}`] })
    cpSync(specFolder, project.path(''), { recursive: true })
    project.write('conmock.ts', `export { conmock, type ConmockFixtures } from 'conmock/playwright'`)
  })
  afterAll(() => project.remove())

  it('is tested with the installed packages', () => {
    const text = readFileSync(project.path('node_modules/@playwright/test/package.json'), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ version })
  })

  describe.each(['process', 'server'] as const)('the answers come from the %s', (mode) => {
    /** Runs a function, with a server if the mode needs one. */
    async function withServer(use: (environment: Record<string, string>) => Promise<void>): Promise<void> {
      if (mode === 'process') return use({})
      const server = await startServer({ port: 0 })
      try {
        await use({ CONMOCK_URL: server.url })
        const sandboxes = await callMember(server.url, 'sandboxes.all')
        // Each test has removed its sandbox, and no request has reached another one.
        expect(await sandboxes.json()).toMatchObject([{ name: 'default' }])
        expect(requestsInDefault(server)).toEqual([])
      } finally {
        await server.close()
      }
    }

    it('passes its tests, and attaches the request log only to those that fail', () =>
      withServer(async (environment) => {
        const report = await run(project, environment)
        const attempts = attemptsIn(report)
        const unexpected = Object.entries(attempts).filter(
          ([title, all]) =>
            !(title in expectedRequestLogs) &&
            all.some(({ status, attachments }) => status === 'failed' || attachments.length > 0),
        )
        expect(unexpected.map(([title, [attempt]]) => [title, attempt?.errors])).toEqual([])
        expect(report).toMatchObject({ errors: [], stats: { unexpected: 7, flaky: 1 } })
        expect(report.stats.expected).toBeGreaterThan(20)

        const requestLogs = Object.keys(expectedRequestLogs).map((title) => [
          title,
          attempts[title]!.map(requestLogIn),
        ])
        expect(Object.fromEntries(requestLogs)).toEqual(expectedRequestLogs)
        expect(attachment(attempts['fails']?.[0], 'conmock-requests.txt')).toMatch(
          /^\d\d:\d\d:\d\d GET \/api\/v0\/role 404 .*roles/s,
        )
        const [attempt] = attempts['fails before it starts']!
        expect(attempt!.errors[0]!.message).toContain('"mockOptions.data" has no value "none"')
        expect(attempts['is refused with strict']![0]!.errors[0]!.message).toMatch(
          /GET \/api\/v0\/role 404 .*No request met the fault \{"operation":"getVolunteer"/s,
        )
        expect(attempts['expects a request in vain']![0]!.errors[0]!.message).toContain('{"status":404}')
      }))
  })
})
