import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { pactFile } from './support/pacts.js'
import { expectFailure, expectOneProblem } from './support/failure.js'
import { startHttpServer, startTcpServer } from './support/servers.js'

const tooLong = { 'content-length': '100' }
const upgrade = 'Upgrade: x\r\nConnection: upgrade'

function target(url: string): VerifyOptions['against'] {
  return { url, tokens: { 'user:read': 'of-no-matter' } }
}

/** A server that answers the first bytes of each connection. */
function startTcpAnswer(answer: (socket: Socket) => void): Promise<string> {
  return startTcpServer((socket) => socket.once('data', () => answer(socket)))
}

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

  it.each<[what: string, start: () => Promise<string>, reason: RegExp]>([
    [
      'starts a response and never finishes it',
      () => startHttpServer((_, response) => void response.writeHead(200).write('{')),
      /within 0\.3 s|broke off/,
    ],
    ['closes the connection', () => startTcpAnswer((socket) => socket.destroy()), /cannot be reached/],
    [
      'closes the connection during a response',
      () =>
        startHttpServer((_, response) =>
          response.writeHead(200, tooLong).write('{', () => response.destroy()),
        ),
      /broke off its response/,
    ],
    ['is a mail server', () => startTcpAnswer((socket) => socket.end('220 m\r\n')), /cannot be reached/],
    [
      'switches to another protocol',
      () => startTcpAnswer((socket) => socket.write(`HTTP/1.1 101 Switching\r\n${upgrade}\r\n\r\n`)),
      /switches to another protocol/,
    ],
  ])('is reported when it %s', async (_, start, reason) => {
    const url = await start()
    const options = { pacts: pactFile({}), against: target(url), requestTimeout: 0.3 }
    const { message } = await expectOneProblem(options, reason)
    expect(message).toContain(url)
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
