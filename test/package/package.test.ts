import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { relativeLinks } from '../docs/links.js'
import { pactOf } from '../pact/support/pacts.js'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
}, 180_000)

afterAll(() => installed?.remove())

/** Runs a module in the project, and returns the JSON that it printed. */
async function evaluate(code: string, ...flags: readonly string[]): Promise<unknown> {
  const file = installed.write('program.js', code)
  const { stdout } = await installed.run(process.execPath, ...flags, file)
  return JSON.parse(stdout)
}

describe('the tarball', () => {
  // A bundler may remove a call of a function that is said to have no effect.
  it('freezes records at every depth', async () => {
    const code = `import { createMock } from 'conmock'
      const write = (volunteer) => { 'use strict'; volunteer.user.firstName = 'changed' }
      try { createMock().volunteers.findMany(write) } catch (error) { console.log(JSON.stringify(error.name)) }`
    expect(await evaluate(code)).toBe('TypeError')
  })

  it('contains only the code, reference pacts, documentation, examples and the skill', () => {
    const folders = 'dist pacts docs examples skills'
    const files =
      'data.schema.json package.json README.md LICENSE CHANGELOG.md SECURITY.md THIRD-PARTY-NOTICES.md'
    expect(new Set(installed.files.map((file) => file.split('/')[0]))).toEqual(
      new Set(`${folders} ${files}`.split(' ')),
    )
    const code = installed.files.filter((file) => file.startsWith('dist/'))
    // The program of the verifier's process is a separate file.
    expect(code.filter((file) => !/\.(?:js|css|d\.ts)$/.test(file)).toSorted()).toEqual([
      'dist/dashboard/icon.svg',
      'dist/dashboard/index.html',
      'dist/pact/verification/verifier-process.mjs',
    ])
    const own = installed.files.filter((file) => !file.startsWith('examples/'))
    expect(own.filter((file) => file.includes('.test.'))).toEqual([])
    expect(own.filter((file) => file.startsWith('docs/') && !/\.(?:md|png)$/.test(file))).toEqual([])
  })

  it('contains all tracked files of the examples', async () => {
    const { stdout } = await promisify(execFile)('git', ['ls-files', 'examples'], { cwd: root })
    const tracked = stdout.trim().split('\n')
    const packed = installed.files.filter((file) => file.startsWith('examples/'))
    // npm leaves out .gitignore files.
    expect(packed.toSorted()).toEqual(tracked.filter((file) => !file.endsWith('.gitignore')).toSorted())
  })

  it('contains every file that README and docs link to', () => {
    const texts = installed.files.filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
    const links = texts.flatMap((file) => relativeLinks(root, file))
    const isPacked = ({ to }: { to: string }) =>
      installed.files.some((file) => file === to || file.startsWith(`${to}/`))
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((link) => !isPacked(link))).toEqual([])
  })

  it('is smaller than 2.2 MB unpacked, and 700 kB packed', () => {
    expect(installed.unpackedSize).toBeLessThan(2_200_000)
    expect(installed.packedSize).toBeLessThan(700_000)
  })
})

it('has each comment of its types on a line of its own, because editors do not show others', () => {
  const types = installed.files.filter((file) => file.endsWith('.d.ts'))
  const text = types
    .map((file) => readFileSync(installed.path(`node_modules/conmock/${file}`), 'utf8'))
    .join('\n')
  expect(text).toMatch(/^ *\/\*\* Number of roles on a page/m)
  expect(text.match(/[;{] *\/\*\* .*\*\//g)).toBeNull()
})

it('imports no types of vitest', () => {
  const types = readFileSync(installed.path('node_modules/conmock/dist/vitest.d.ts'), 'utf8')
  expect(types).not.toMatch(/from ['"]vitest(?:\/\w+)?['"]/)
})

describe('the bundled packages', () => {
  it('are listed with their licenses', () => {
    const text = readFileSync(installed.path('node_modules/conmock/THIRD-PARTY-NOTICES.md'), 'utf8')
    const names = '@faker-js/faker @msw/data mutative open srvx zod @preact/signals eventsource preact'
    for (const name of names.split(' ')) expect(text).toMatch(new RegExp(`^## ${name} \\S+ \\(MIT\\)$`, 'm'))
    const sections = text.split(/^## /m).slice(1)
    expect(sections.filter((section) => !section.includes('Copyright'))).toEqual([])
  })

  it('are not also installed', async () => {
    const { stdout } = await installed.run('npm', 'ls', '--all', '--parseable', '--omit=peer')
    for (const name of ['@faker-js/faker', '@msw/data', 'zod', 'es-toolkit', 'srvx', 'open', 'preact']) {
      expect(stdout).not.toContain(`node_modules/${name}\n`)
    }
  })
})

describe('the installed package', () => {
  it('creates records without crypto.randomUUID, as on a page without https', async () => {
    const id = await evaluate(`
      Object.defineProperty(crypto, 'randomUUID', { value: undefined })
      const { createMock } = await import('conmock')
      const { user } = await createMock().volunteers.create({ user: { id: '42' } })
      console.log(JSON.stringify(user.id))`)
    expect(id).toBe('42')
  })

  it('does not export its internal files', async () => {
    const code = await evaluate(`
      const code = await import('conmock/dist/index.js').catch((error) => error.code)
      console.log(JSON.stringify(code))`)
    expect(code).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })

  it('exports only the mock to browsers', async () => {
    const program = `
      const codes = []
      for (const entry of ['conmock', 'conmock/server', 'conmock/pact'])
        codes.push(await import(entry).then(() => 'found', (error) => error.code))
      console.log(JSON.stringify(codes))`
    expect(await evaluate(program)).toEqual(['found', 'found', 'found'])
    const inBrowser = await evaluate(program, '--conditions=browser')
    expect(inBrowser).toEqual(['found', 'ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])
  })
})

describe('the types of the installed package', () => {
  // Each expected error proves that a type is not any.
  const program = `
    import { createMock, type Mock, type MockOptions, type Role, type Volunteer } from 'conmock'
    import { startServer, type RequestEntry, type RunningServer, type ServerOptions } from 'conmock/server'
    import { like, providerStates, verifyPacts } from 'conmock/pact'
    import type { GivenState, VerificationReport, VerifyOptions } from 'conmock/pact'
    import { sandboxOf } from 'conmock/ssr'
    import { setupMock } from 'conmock/vitest'
    import manifest from 'conmock/package.json' with { type: 'json' }
    import { setupServer } from 'msw/node'

    const mock: Mock = createMock({ seed: 1, assumptions: { 'roles.pageSize': 25 } } satisfies MockOptions)
    setupServer(...mock.handlers)
    export const volunteer: Volunteer | undefined = mock.volunteers.find({ user: { id: '1' } })
    export const running: RunningServer = await startServer({ mock, port: 0 } satisfies ServerOptions)
    export const report: VerificationReport = await verifyPacts({ mock } satisfies VerifyOptions)
    export const given: GivenState = providerStates.rolesExist({ count: 3 })
    export const others: [string, RequestEntry | undefined, object] = [manifest.version, mock.requests.last(), like.role()]
    export const functions: [object, Mock] = [sandboxOf(new Headers()), setupMock().mock]

    // @ts-expect-error This variant does not exist.
    createMock({ assumptions: { 'roles.lastPage': 'none' } })
    // @ts-expect-error A role has no such field.
    export const nickname = (role: Role) => role.nickname
    // @ts-expect-error A port is a number.
    await startServer({ port: 'http' })
    // @ts-expect-error The option is called pacts.
    await verifyPacts({ pact: 'pacts' })
    // @ts-expect-error The parameter is called userId.
    providerStates.volunteerExists({ user: '42' })`

  it.each([
    ['nodenext', 'nodenext', 'es2023,dom'],
    ['bundler', 'esnext', 'es2020,dom'],
  ])(
    'compile strictly, libraries included, with the resolution %s, the module %s and the lib %s',
    async (resolution, module, lib) => {
      const file = installed.write('program.ts', program)
      const options = {
        '--strict': 'true',
        '--skipLibCheck': 'false',
        '--exactOptionalPropertyTypes': 'true',
        '--target': 'es2020',
        '--lib': lib,
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
      // The compiler prints errors to stdout, and exits with an error.
      const { stdout } = await tsc.catch((error: unknown) => error as { stdout: string })
      expect(stdout).toBe('')
    },
    120_000,
  )
})

// npm does not install optional peers.
it('the installed command names the missing peer @pact-foundation/pact in one line, and exits with 2', async () => {
  installed.write('pacts/one.json', JSON.stringify(pactOf(4, [{}])))
  const program = installed.path('node_modules/.bin/conmock')
  const { code, stdout, stderr } = await RunningCommand.start(program, ['verify'], installed.path('')).ended()
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    expect.stringMatching(/^mock: conmock /),
    'PROBLEM  @pact-foundation/pact is not installed, but verification needs it; run: npm install --save-dev @pact-foundation/pact@16.2.0',
    '0 verified – against the mock',
    '',
  ])
})
