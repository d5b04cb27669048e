import { expect, it, test } from 'vitest'
import { errorLineOf, runMainIn } from '../support/command.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const entry = JSON.stringify(new URL('../../src/index.ts', import.meta.url).pathname)
const me = (name: string) =>
  `extendApi().operation('${name}', 'GET /api/v0/${name}', {}, () => ({ id: '1' }))`
const start = `import { extendApi } from ${entry}\n`
const files = {
  'package.json': '{ "type": "module" }',
  'named.ts': `${start}export const api = ${me('getMe')}\nexport const other = 1\n`,
  'default.ts': `${start}export const part = ${me('getPart')}\nexport default ${me('getMe')}\n`,
  'two.ts': `${start}export const one = ${me('getOne')}\nexport const two = ${me('getTwo')}\n`,
  'none.ts': 'export const api = {}\n',
  'conmock.config.ts': `${start}export default { extend: ${me('getConfigured')} }\n`,
}

async function pathsOf(...flags: string[]): Promise<string[]> {
  const { stdout } = await runMainIn(temporaryFolder(files), 'openapi', ...flags)
  return Object.keys((JSON.parse(stdout) as { paths: object }).paths)
}

it('takes the only extension of a module, its default export, or one of conmock by name', async () => {
  expect(await pathsOf()).toContain('/api/v0/getConfigured')
  for (const file of ['named.ts', 'default.ts']) {
    const paths = await pathsOf('--extend', file)
    expect(paths).toContain('/api/v0/getMe')
    expect(paths).not.toContain('/api/v0/getConfigured')
  }
  expect(await pathsOf('--extend', 'reported')).toContain('/api/v0/dealers/search')
})

test.each([
  [['two.ts'], '--extend: two.ts exports several extensions; make one the default export'],
  [['none.ts'], '--extend: none.ts exports no extension from extendApi()'],
  [
    ['reportd'],
    '--extend: "reportd" is neither a file nor an extension of conmock: did you mean "reported"?',
  ],
  [['.'], '--extend: "." is neither a file nor an extension of conmock'],
  [['reported', '--extend', 'named.ts'], '--extend: give it once; to combine reported and named.ts'],
])('--extend %s is refused', async (values, problem) => {
  const folder = temporaryFolder(files)
  expect(errorLineOf(await runMainIn(folder, 'openapi', '--extend', ...values))).toContain(problem)
})

it('is in each command that reads the configuration file', async () => {
  for (const command of ['serve', 'export', 'openapi', 'coverage', 'pact', 'verify']) {
    const { stdout } = await runMainIn(temporaryFolder(files), command, '--help')
    expect([command, stdout.includes('--extend <name|file>')]).toEqual([command, true])
  }
})
