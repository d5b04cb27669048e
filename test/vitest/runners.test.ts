import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { RunningCommand, type Outcome } from '../support/command.js'
import { resolveConfig, type PluginOption } from 'vite'
import { conmock } from '../../src/vitest.js'
import { createInstallation } from './installed.js'

const client = `
import { createMock } from 'conmock'
export const mock = createMock({ roleCount: 5 })
export async function countRoles() {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  const page = await (await mock.fetch('https://reg.example.com/api/v0/roles', { headers })).json()
  if (page.nextPage !== null) throw new Error('no end')
  return page.data.length
}
`

const project = createInstallation()
project.write('client.js', client)

function run(...args: string[]): Promise<Outcome> {
  return RunningCommand.start(process.execPath, args, project.folder).ended()
}

test('forEachVariant runs in a plain script without vitest', async () => {
  project.write(
    'plain.js',
    `import { conmock, forEachVariant, setupMock, VariantError } from 'conmock/vitest'
import { countRoles, mock } from './client.js'
console.log(conmock().name, await import('vitest').catch(({ code }) => code))
try { setupMock() } catch (error) { console.log(error.message) }
const passed = await forEachVariant({ mock, vary: ['department.name'] }, countRoles)
console.log(passed.map(({ name }) => name).join())
const error = await forEachVariant({ mock }, countRoles).catch((thrown) => thrown)
console.log(error instanceof VariantError, error.message)
`,
  )
  const stdout = `conmock ERR_MODULE_NOT_FOUND
setupMock() only works in tests of vitest; with other runners, use createMock() and explainFailures()
defaults,department.name=absent
true fails when roles.lastPage=absent: no end
`
  expect(await run('plain.js')).toEqual({ code: 0, stdout, stderr: '' })
})

test('Vite may load the setup file, wherever conmock is installed, and the files that it may load by default', async () => {
  const root = project.folder
  const allowed = async (plugins: PluginOption[]) =>
    (await resolveConfig({ root, configFile: false, plugins }, 'serve')).server.fs.allow
  const { test: options } = conmock().config.handler() as { readonly test: { readonly setupFiles: string[] } }
  const [setupFile] = options.setupFiles
  expect(await allowed([conmock()])).toEqual([...(await allowed([])), dirname(setupFile!)])
})
