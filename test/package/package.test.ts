import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as mainEntry from '../../src/index.js'
import * as serverEntry from '../../src/server.js'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { fetchFrom } from '../support/running-server.js'

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
}, 180_000)

afterAll(() => installed?.remove())

/** Runs a module in the project, and gives back what it printed as JSON. */
async function evaluate(code: string, ...flags: readonly string[]): Promise<unknown> {
  const file = installed.write('program.js', code)
  const { stdout } = await installed.run(process.execPath, ...flags, file)
  return JSON.parse(stdout)
}

describe('the tarball', () => {
  it('holds the code, the fixtures and the texts, and nothing else', () => {
    expect(new Set(installed.files.map((file) => file.split('/')[0]))).toEqual(
      new Set(['dist', 'fixtures', 'README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']),
    )
    const code = installed.files.filter((file) => file.startsWith('dist/'))
    expect(code.filter((file) => !/\.(?:js|d\.ts)$/.test(file))).toEqual([])
    expect(installed.files.filter((file) => file.includes('.test.'))).toEqual([])
  })

  it('holds what package.json points to', () => {
    for (const entry of ['dist/index', 'dist/server', 'dist/cli/bin']) {
      expect(installed.files).toContain(`${entry}.js`)
      expect(installed.files).toContain(`${entry}.d.ts`)
    }
    expect(installed.files).toContain('fixtures/personas.json')
  })
})

describe('the installed package', () => {
  it('gives by its entries what the sources export', async () => {
    const printed = await evaluate(`
      import * as main from 'conmock'
      import * as server from 'conmock/server'
      import manifest from 'conmock/package.json' with { type: 'json' }
      const { version } = manifest
      console.log(JSON.stringify({ main: Object.keys(main), server: Object.keys(server), version }))`)
    const { main, server, version } = printed as { main: string[]; server: string[]; version: string }
    expect(new Set(main)).toEqual(new Set(Object.keys(mainEntry)))
    expect(new Set(server)).toEqual(new Set(Object.keys(serverEntry)))
    expect(version).toBe(installed.manifest.version)
  })

  it('works: a mock by fetch, by msw, and by a server', async () => {
    const statuses = await evaluate(`
      import { setupServer } from 'msw/node'
      import { createMock } from 'conmock'
      import { startServer } from 'conmock/server'
      const mock = createMock()
      const init = { headers: { authorization: 'Bearer mock-all-scopes' } }
      const url = 'https://reg.example.com/api/v0/roles'
      const direct = await mock.fetch(new Request(url, init))
      const msw = setupServer(...mock.handlers)
      msw.listen({ onUnhandledRequest: 'error' })
      const intercepted = await fetch(url, init)
      msw.close()
      const server = await startServer({ mock, port: 0 })
      const served = await fetch(server.url + '/api/v0/roles', init)
      await Promise.all([direct, intercepted, served].map((response) => response.text()))
      await server.close()
      console.log(JSON.stringify([direct.status, intercepted.status, served.status]))`)
    expect(statuses).toEqual([200, 200, 200])
  })

  it('keeps its inner files to itself', async () => {
    const code = await evaluate(`
      const code = await import('conmock/dist/index.js').catch((error) => error.code)
      console.log(JSON.stringify(code))`)
    expect(code).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  it('gives browsers the mock, and not the server', async () => {
    const program = `
      const codes = []
      for (const entry of ['conmock', 'conmock/server'])
        codes.push(await import(entry).then(() => 'found', (error) => error.code))
      console.log(JSON.stringify(codes))`
    expect(await evaluate(program)).toEqual(['found', 'found'])
    const inBrowser = await evaluate(program, '--conditions=browser')
    expect(inBrowser).toEqual(['found', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])
  })
})

describe('the types of the installed package', () => {
  const program = `
    import * as conmock from 'conmock'
    import { createMock, type Mock, type MockOptions, type Role, type Volunteer } from 'conmock'
    import * as server from 'conmock/server'
    import { startServer, type RequestEntry, type RunningServer, type ServerOptions } from 'conmock/server'
    import manifest from 'conmock/package.json' with { type: 'json' }
    import { setupServer } from 'msw/node'

    const options: MockOptions = { seed: 1, assumptions: { 'roles.pageSize': 25 } }
    const mock: Mock = createMock(options)
    setupServer(...mock.handlers)
    const role: Role = await mock.roles.create({ name: 'nda-signed' })
    const volunteer: Volunteer | undefined = mock.volunteers.find({ user: { id: '1' } })
    const serving: ServerOptions = { mock, port: 0, onRequest: ({ status }: RequestEntry) => status + 1 }
    const running: RunningServer = await startServer(serving)
    const version: string = manifest.version
    export const all = [conmock, server, role.id, volunteer?.departments[0]?.states, running.url, version]

    // @ts-expect-error There is no such variant, and the type says so: it is not any.
    createMock({ assumptions: { 'roles.lastPage': 'none' } })
    // @ts-expect-error Nor is that of a record.
    role.nickname
    // @ts-expect-error Nor are those of the server.
    await startServer({ port: 'http' })`

  it.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])(
    'compile strictly, libraries included, with the resolution %s',
    async (resolution, module) => {
      const file = installed.write('program.ts', program)
      const options = {
        '--strict': 'true',
        '--skipLibCheck': 'false',
        '--exactOptionalPropertyTypes': 'true',
        '--target': 'es2023',
        '--module': module,
        '--moduleResolution': resolution,
        '--resolveJsonModule': 'true',
        '--types': 'node',
        '--noEmit': 'true',
      }
      const tsc = installed.run(
        installed.path('node_modules/.bin/tsc'),
        ...Object.entries(options).flat(),
        file,
      )
      // The compiler says what is wrong on stdout, and fails.
      const { stdout } = await tsc.catch((error: unknown) => error as { stdout: string })
      expect(stdout).toBe('')
    },
    120_000,
  )
})

describe('the installed command', () => {
  it('prints the version', async () => {
    const { stdout } = await installed.run(installed.path('node_modules/.bin/conmock'), '--version')
    expect(stdout).toBe(`${installed.manifest.version}\n`)
  })

  it('serves', async () => {
    const program = installed.path('node_modules/.bin/conmock')
    const command = RunningCommand.start(program, ['serve', '--port', '0', '--json'], installed.path(''))
    const { url } = JSON.parse(await command.printed(/\n/)) as { url: string }
    const response = await fetchFrom({ url }, '/api/v0/users/1/volunteer')
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { id: '1' } })
    expect(await command.stop()).toMatchObject({ code: 0, stderr: '' })
  })
})
