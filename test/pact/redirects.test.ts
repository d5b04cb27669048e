import { expect, it } from 'vitest'
import { pactFile } from './support/pacts.js'
import { expectFailure } from './support/failure.js'
import { startHttpServer } from './support/servers.js'

it.each([301, 302, 303, 307, 308])('a %i redirect is a mismatch, and is not followed', async (status) => {
  const elsewhere = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  const url = await startHttpServer((_, response) => {
    response.writeHead(status, { location: `${elsewhere}/api/v0/roles` }).end()
  })
  const pacts = pactFile({ body: { data: [] } })
  const against = { url, tokens: { 'user:read': 'a-token-for-roles' } }
  const { exitCode, report } = await expectFailure({ pacts, against })
  expect(exitCode).toBe(1)
  expect(report.interactions[0]?.mismatches).toContainEqual(
    expect.objectContaining({ part: 'status', expected: 200, actual: status }),
  )
})
