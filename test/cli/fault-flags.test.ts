import { expect, it } from 'vitest'
import { faultsFrom } from '../../src/cli/fault-flags.js'
import type { Fault } from '../../src/index.js'
import { startConmock } from '../support/command.js'
import { fetchFrom } from '../support/running-server.js'
import { temporaryFile } from '../support/temporary-folder.js'

it('the flags are faults', () => {
  expect(faultsFrom({})).toEqual([])
  expect(faultsFrom({ delay: ['200-800', '0'], fault: ['from=3:truncateBody=0'] })).toEqual([
    { effect: { delay: [200, 800] } },
    { effect: { delay: 0 } },
    { when: { from: 3 }, effect: { truncateBody: 0 } },
  ])
})

it('the server has the faults of the configuration file and of the flags, and names them in its log', async () => {
  const effect = { status: 503, retryAfter: 1 }
  const faults: Fault[] = [{ operation: 'listRoles', when: { nth: 1 }, effect }]
  const config = temporaryFile('faults.json', JSON.stringify({ faults }))
  const flags = ['--delay', '1', '--fault', 'listRoles:nth=2:invalidJson']
  const server = await startConmock('--config', config, '--json', ...flags)
  const responses = [await fetchFrom(server, '/api/v0/roles'), await fetchFrom(server, '/api/v0/roles')]
  expect(responses.map(({ status }) => status)).toEqual([503, 200])
  await server.command.printed(/"id":2.*\n/)
  const { code, stdout } = await server.command.stop()
  expect(code).toBe(0)
  const events = stdout.trim().split('\n').slice(1)
  expect(events.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'request', status: 503, fault: 'status=503, delay=1', refusal: { code: 'fault' } },
    { event: 'request', status: 200, fault: 'invalidJson, delay=1' },
  ])
})
