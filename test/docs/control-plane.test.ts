import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runServer } from '../support/running-server.js'
import { codeBlocks } from './code-blocks.js'

const run = promisify(execFile)

test('the example of the control plane runs', async () => {
  const { url } = await runServer()
  const [block, ...others] = codeBlocks(new URL('../../docs/reference/control-plane.md', import.meta.url))
  expect(others).toEqual([])
  const commands = block!.code.replaceAll('http://127.0.0.1:4020', url).replaceAll(/^(curl.*)$/gm, '$1; echo')
  const { stdout } = await run('bash', ['-ec', commands])
  const bodies = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
  expect(bodies).toMatchObject([
    { name: 'w1', options: { scenario: 'personas' } },
    { records: [{ user: { id: '42' }, departments: [] }] },
    { id: '1', effect: { status: 503 } },
    { status: 503 },
    { requests: [{ path: '/api/v0/roles', status: 503, fault: 'status=503' }] },
  ])
})
