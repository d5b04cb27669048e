// The program runs in its own process, so it needs a server. Port 0 is a free port.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, afterEach, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { saveCoverage } from 'conmock'
import { startServer } from 'conmock/server'

const program = fileURLToPath(new URL('../src/print-roles.js', import.meta.url))

saveCoverage(after)

/** @type {import('conmock/server').RunningServer} */
let server

before(async () => {
  server = await startServer({ port: 0, data: 'edge-cases' })
})
afterEach(() => server.mock.reset())
after(() => server.close())

/** @param {string} token */
function printRoles(token) {
  const env = { ...process.env, API_URL: server.url, API_TOKEN: token }
  return promisify(execFile)(process.execPath, [program], { env })
}

test('prints a new role', async () => {
  await server.mock.roles.create({ name: 'cat-herder' })

  const { stdout } = await printRoles('mock-user-read')

  assert.match(stdout, /^cat-herder$/m)
})

test('says why there are none, and ends with 1', async () => {
  await assert.rejects(printRoles('mock-expired'), { code: 1, stderr: 'The API answered with 401.\n' })
})
