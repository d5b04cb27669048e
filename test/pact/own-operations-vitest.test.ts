import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { program } from '../docs/sandbox.js'
import { RunningCommand } from '../support/command.js'
import { createInstallation } from '../vitest/installed.js'

const installation = createInstallation(['vitest'])

test('the vitest plugin writes the pact of own operations', async () => {
  const { folder } = installation
  installation.write('package.json', '{ "type": "module" }')
  installation.write(
    'api.js',
    "import { extendApi } from 'conmock'\nexport const api = extendApi().operation('getMe', 'GET /api/v0/me', {}, () => ({ name: 'Ada' }))\n",
  )
  installation.write(
    'me.test.js',
    `import { setupMock } from 'conmock/vitest'
import { expect, test } from 'vitest'
import { api } from './api.js'
setupMock({ extend: api })
test('asks', async () => {
  const headers = { authorization: 'Bearer mock-all-scopes' }
  expect((await fetch('https://reg.example.com/api/v0/me', { headers })).status).toBe(200)
})
`,
  )
  const words = [program('node_modules/vitest/vitest.mjs'), 'run']
  const runWith = (extend: string) => {
    installation.write(
      'vitest.config.js',
      `import { conmock } from 'conmock/vitest'\nimport { api } from './api.js'\nexport default { plugins: [conmock({ pact: { consumer: 'app' }${extend} })] }\n`,
    )
    return RunningCommand.start(process.execPath, words, folder, { CI: '' }).ended()
  }
  expect(await runWith('')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(
      'unknown operations: getMe; if they are your own, set "extend"',
    ) as string,
  })
  expect(await runWith(', extend: api')).toMatchObject({ code: 0, stderr: '' })
  const pact = readFileSync(join(folder, 'pacts/app-convention-read-api.json'), 'utf8')
  expect(JSON.parse(pact)).toMatchObject({
    interactions: [{ description: 'a request for getMe', response: { body: { content: { name: 'Ada' } } } }],
  })
})
