import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { pactFile } from './support/pacts.js'
import { expectFailure, expectOneProblem } from './support/failure.js'
import { startHttpServer, startTcpServer } from './support/servers.js'

function target(url: string): VerifyOptions['against'] {
  return { url, tokens: { 'user:read': 'of-no-matter', 'volunteer:read': 'of-no-matter' } }
}

/** send-request.test.ts has the other ways in which a request fails. */
describe('a target that cannot be reached', () => {
  it('is reported after 4 seconds by default when it accepts connections and never responds', async () => {
    const url = await startTcpServer(() => undefined)
    const options = { pacts: pactFile({}, {}), against: target(url) }
    await expectOneProblem(options, `${url} did not respond within 4 s`)
  })

  it('is reported once when states look up data in it', async () => {
    const url = await startTcpServer(() => undefined)
    const pacts = pactFile({ states: ['roles exist'] }, { states: ['roles exist'] })
    const options = { pacts, against: target(url), requestTimeout: 0.3 }
    await expectOneProblem(options, `${url} did not respond within 0.3 s`)
  })

  it('is a problem of one interaction if only its response is slow', async () => {
    const url = await startHttpServer((request, response) => {
      if (request.url === '/api/v0/users/1/volunteer') return
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    })
    const slow = { path: '/api/v0/users/1/volunteer' }
    const options = { pacts: pactFile(slow, {}, slow, {}), against: target(url), requestTimeout: 0.3 }
    const { report } = await expectFailure(options, 2, ['problem', 'verified', 'problem', 'verified'])
    expect(report.interactions[0]!.reason).toBe(`${url} did not respond within 0.3 s`)
    expect(report.problems).toEqual([])
  })

  it('is reported when it stops between two interactions', async () => {
    let asked = 0
    const url = await startHttpServer((request, response) => {
      if (++asked > 1) request.socket.destroy()
      else response.writeHead(200).end()
    })
    const { report } = await expectFailure({ pacts: pactFile({}, {}), against: target(url) }, 2)
    expect(report.problems).toEqual([expect.stringContaining(url)])
  })
})
