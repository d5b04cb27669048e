import type { Server, ServerResponse } from 'node:http'
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

  it.each<[what: string, answer: (response: ServerResponse) => void, reason: string]>([
    ['never comes', () => undefined, 'did not respond within 0.3 s'],
    ['is cut', (response) => void response.writeHead(200, { 'content-length': '9' }).write('['), 'broke off'],
    ['is a closed connection', ({ socket }) => socket!.destroy(), 'cannot be reached: ECONNRESET'],
  ])('is a problem of one interaction if only its response %s', async (_, answer, reason) => {
    const url = await startHttpServer((request, response) => {
      if (request.url === '/api/v0/users/1/volunteer') {
        answer(response)
        if (response.headersSent) setImmediate(() => response.destroy())
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
    })
    const failing = { path: '/api/v0/users/1/volunteer' }
    const options = { pacts: pactFile(failing, {}, failing, {}), against: target(url), requestTimeout: 0.3 }
    const { report } = await expectFailure(options, 2, ['problem', 'verified', 'problem', 'verified'])
    expect(report.interactions[0]!.reason).toContain(`${url} ${reason}`)
    expect(report.problems).toEqual([])
  })

  it('is reported once when it stops between two interactions', async () => {
    let server: Server | undefined
    const url = await startHttpServer((request, response) => {
      response.writeHead(200, { connection: 'close' }).end()
      ;({ server } = request.socket as never)
      if (request.url?.endsWith('/roles')) server?.close()
    })
    const { report } = await expectFailure({ pacts: pactFile({}, {}), against: target(url) }, 2)
    expect(report.problems).toEqual([expect.stringContaining(`${url} cannot be reached: ECONNREFUSED`)])
  })
})
