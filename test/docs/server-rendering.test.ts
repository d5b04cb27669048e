import { expect, test } from 'vitest'
import { connect } from '../../src/server.js'
import { RunningCommand } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { compile, createSandbox } from './sandbox.js'

const blocks = codeBlocks(new URL('../../docs/guides/server-rendering.md', import.meta.url))
const sandbox = createSandbox(['@playwright', '@types/node'])

test('the guide has exactly the tested code blocks, and they compile', async () => {
  expect(blocks.map(({ note }) => note)).toEqual(['playwright.config.ts', 'e2e/test.ts', 'route.ts'])
  for (const { note, code } of blocks) sandbox.write(note, code)
  await expect(compile(sandbox, ['playwright.config.ts', 'e2e/test.ts', 'route.ts'])).resolves.toBeUndefined()
})

test('the route hands the sandbox on', async () => {
  const { url } = await runServer()
  const w3 = await (await connect(url)).createSandbox('w3', { data: 'empty' })
  await w3.roles.create({ name: 'only here' })
  // Node runs no TypeScript before version 22.18.
  const code = codeOf(blocks, 'ts', 'route.ts').replaceAll(/: (?:Request|Promise<Response>)/g, '')
  sandbox.write(
    'route.mjs',
    `${code}
const request = new Request('http://app/', { headers: { 'conmock-sandbox': 'w3' } })
console.log(JSON.stringify(await (await GET(request)).json()))`,
  )
  const command = RunningCommand.start(process.execPath, ['route.mjs'], sandbox.folder, { CONMOCK_URL: url })
  expect((await command.ended()).stdout).toContain('only here')
})
