import { expect, it } from 'vitest'
import { pactFile } from './support/pacts.js'
import { refusal } from './support/refusal.js'
import { httpServer } from './support/servers.js'

it.each([301, 302, 303, 307, 308])(
  'a provider that redirects by %i does not answer as the pact says',
  async (status) => {
    const elsewhere = await httpServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    })
    const url = await httpServer((_, response) => {
      response.writeHead(status, { location: `${elsewhere}/api/v0/roles` }).end()
    })
    const pacts = pactFile({ body: { data: [] } })
    const target = { url, tokens: { 'user:read': 'a-token-for-roles' } }
    const { exitCode, report } = await refusal({ pacts, target })
    expect(exitCode).toBe(1)
    expect(report.interactions[0]?.mismatches).toContainEqual(
      expect.objectContaining({ part: 'status', expected: 200, actual: status }),
    )
  },
)
