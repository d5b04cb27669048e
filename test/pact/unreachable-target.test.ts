import { describe, expect, it } from 'vitest'
import type { VerifyOptions } from '../../src/pact.js'
import { pactFile, type Interaction } from './support/pacts.js'
import { onlyProblem, expectFailure } from './support/failure.js'
import { deadUrl, startHttpServer, startTcpServer } from './support/servers.js'

const roles: Interaction = { path: '/api/v0/roles' }

function target(url: string): VerifyOptions['against'] {
  return { url, tokens: { 'user:read': 'of-no-matter' } }
}

describe('a target that cannot be reached', () => {
  it('is reported when nothing listens', async () => {
    const url = deadUrl
    const error = await expectFailure({ pacts: pactFile(roles), against: target(url) })
    expect(onlyProblem(error)).toMatch(`${url} cannot be reached: ECONNREFUSED`)
  })

  it('is reported after 4 seconds by default when it accepts connections and never responds', async () => {
    const url = await startTcpServer(() => undefined)
    const error = await expectFailure({ pacts: pactFile(roles, roles), against: target(url) })
    expect(onlyProblem(error)).toMatch(`${url} did not respond within 4 s`)
  })

  it('is reported once when states look up data in it', async () => {
    const url = await startTcpServer(() => undefined)
    const lookup: Interaction = { states: ['roles exist'] }
    const error = await expectFailure({
      pacts: pactFile(lookup, lookup),
      against: target(url),
      requestTimeout: 0.3,
    })
    expect(error.exitCode).toBe(2)
    expect(error.message).toContain(`${url} did not respond within 0.3 s`)
    expect(onlyProblem(error)).toMatch(url)
  })

  it.each<[what: string, start: () => Promise<string>, reason: RegExp]>([
    [
      'starts a response and never finishes it',
      () => startHttpServer((_, response) => void response.writeHead(200).write('{')),
      /within 0\.3 s|broke off/,
    ],
    [
      'closes the connection before a response',
      () => startTcpServer((socket) => socket.once('data', () => socket.destroy())),
      /cannot be reached/,
    ],
    [
      'closes the connection during a response',
      () =>
        startHttpServer((_, response) => {
          response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy())
        }),
      /broke off its response/,
    ],
    [
      'does not speak HTTP',
      () => startTcpServer((socket) => socket.once('data', () => socket.end('220 mail\r\n'))),
      /cannot be reached/,
    ],
    [
      'switches to another protocol',
      () =>
        startTcpServer((socket) =>
          socket.once('data', () =>
            socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
          ),
        ),
      /switches to another protocol/,
    ],
  ])('is reported when it %s', async (_, start, reason) => {
    const url = await start()
    const error = await expectFailure({ pacts: pactFile(roles), against: target(url), requestTimeout: 0.3 })
    expect(onlyProblem(error)).toMatch(url)
    expect(onlyProblem(error)).toMatch(reason)
  })

  it('is reported when it stops between two interactions', async () => {
    let asked = 0
    const url = await startHttpServer((request, response) => {
      if (++asked > 1) request.socket.destroy()
      else response.writeHead(200).end()
    })
    const error = await expectFailure({ pacts: pactFile(roles, roles), against: target(url) })
    expect(error.exitCode).toBe(2)
    expect(error.report.problems).toEqual([expect.stringContaining(url)])
  })
})
