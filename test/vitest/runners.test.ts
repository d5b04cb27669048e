import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../docs/sandbox.js'
import { RunningCommand, type Outcome } from '../support/command.js'
import { createInstallation } from './installed.js'

const client = `
import { createMock } from 'conmock'
export const mock = createMock({ roles: 5 })
export async function countRoles() {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const page = await (await mock.fetch('https://reg.example.com/api/v0/roles', { headers })).json()
  if (page.nextPage !== null) throw new Error('no end')
  return page.data.length
}
`

let project: Sandbox

beforeAll(() => {
  project = createInstallation()
  project.write('client.js', client)
})

afterAll(() => project.remove())

function run(...args: string[]): Promise<Outcome> {
  return RunningCommand.start(process.execPath, args, project.folder).ended()
}

/** Reads a file of the installed conmock. */
function read(name: string): string {
  return readFileSync(join(project.folder, 'node_modules/conmock/dist', name), 'utf8')
}

describe('forEachVariant, in a project without vitest', () => {
  test('vitest is not installed', async () => {
    project.write('none.js', "await import('vitest')")
    expect((await run('none.js')).stderr).toContain('ERR_MODULE_NOT_FOUND')
  })

  test('runs in a plain script', async () => {
    project.write(
      'plain.js',
      `import { forEachVariant, VariantError } from 'conmock/vitest'
import { countRoles, mock } from './client.js'
const passed = await forEachVariant({ mock, vary: ['department.name'] }, countRoles)
console.log(passed.map(({ name }) => name).join())
const error = await forEachVariant({ mock }, countRoles).catch((thrown) => thrown)
console.log(error instanceof VariantError, error.message)
`,
    )
    const { code, stdout, stderr } = await run('plain.js')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe('defaults,department.name=absent\ntrue fails when roles.lastPage=absent: no end\n')
  })

  test('runs in node:test, and names the variant in its report', async () => {
    project.write(
      'runner.test.js',
      `import { test } from 'node:test'
import { forEachVariant } from 'conmock/vitest'
import { countRoles, mock } from './client.js'
test('careless', () => forEachVariant({ mock }, countRoles))
test('robust', () => forEachVariant({ mock }, () => mock.fetch('https://reg.example.com/api/v0/roles')))
`,
    )
    const { code, stdout } = await run('--test', '--test-reporter', 'tap', 'runner.test.js')
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ *not ok \d+ - careless$/m)
    expect(stdout).toContain('fails when roles.lastPage=absent: no end')
    expect(stdout).toMatch(/^ *ok \d+ - robust$/m)
  })

  test('the plugin can be created without vitest', async () => {
    project.write(
      'made.js',
      "import { conmockLedger } from 'conmock/vitest'; console.log(conmockLedger().name)",
    )
    expect(await run('made.js')).toEqual({ code: 0, stdout: 'conmock-ledger\n', stderr: '' })
  })

  test('only the setup file imports vitest', () => {
    expect(read('vitest/ledger-setup.js')).toMatch(/from ['"]vitest['"]/)
    const plugin = ['vitest.js', 'chunks/ledger-plugin.js', 'vitest.d.ts']
    for (const name of plugin) expect(read(name)).not.toMatch(/from ['"]vitest(?:\/\w+)?['"]/)
  })
})
