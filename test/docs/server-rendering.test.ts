import { expect, test } from 'vitest'
import { connect } from '../../src/server.js'
import { RunningCommand } from '../support/command.js'
import { runServer } from '../support/running-server.js'
import { codeBlocks, codeOf } from './code-blocks.js'
import { createSandbox } from './sandbox.js'

const blocks = codeBlocks(new URL('../../docs/guides/server-rendering.md', import.meta.url))
const sandbox = createSandbox(['@playwright', '@types/node'])

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
