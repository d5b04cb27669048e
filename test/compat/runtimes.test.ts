import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunningCommand } from '../support/command.js'
import { installPackage, type InstalledPackage } from '../support/packed-package.js'
import { runtimes } from './matrix.js'

let project: InstalledPackage

beforeAll(async () => {
  const packages = Object.entries(runtimes).map(([name, version]) => `${name}@${version}`)
  project = await installPackage({ packages: ['msw@2.15.0', ...packages] })
  project.write(
    'app.mjs',
    `import { createMock } from 'conmock'
import { connect, startServer } from 'conmock/server'
import { setupServer } from 'msw/node'

const headers = { authorization: 'Bearer mock-user-read' }
const mock = createMock()
const msw = setupServer(...mock.handlers)
msw.listen(mock.listenOptions)
const answer = await fetch('https://reg.example.com/api/v0/roles', { headers })
const seen = [answer.status, mock.requests.count({ operation: 'listRoles' })]
msw.close()

const server = await startServer({ port: 0 })
const w3 = await (await connect(server.url)).createSandbox('w3', { data: 'empty' })
await w3.roles.create({ name: 'only here' })
const { data } = await (await w3.fetch('/api/v0/roles', { headers })).json()
seen.push(data[0].name, (await fetch(server.url + '/api/v0/roles')).status)
for (const effect of [{ dropConnection: true }, { truncateBody: 9 }]) {
  await w3.faults.add({ effect })
  seen.push(await w3.fetch('/api/v0/roles', { headers }).then((response) => response.text()).catch(({ name }) => name))
  await w3.reset()
}
await server.close()
console.log(JSON.stringify(seen))
// With msw, Deno does not end by itself.
process.exit()
`,
  )
})
afterAll(() => project.remove())

test.each([
  ['bun', ['app.mjs']],
  ['deno', ['run', '--allow-all', 'app.mjs']],
] as const)('msw handlers, the server, sandboxes and faults work with %s', async (name, args) => {
  const program = project.path(`node_modules/.bin/${name}`)
  const { code, stdout } = await RunningCommand.start(program, args, project.path('')).ended()
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual([200, 1, 'only here', 401, 'TypeError', 'TypeError'])
})
