import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { sendRequest } from '../../src/pact/common/send-request.mjs'
import { collectGarbage } from '../support/used-memory.js'
import { deadUrl, json, startHttpServer, startTcpServer } from './support/servers.js'

/** Starts a server that answers the first bytes of each connection. */
function startTcpAnswer(answer: (socket: Socket) => void): Promise<string> {
  return startTcpServer((socket) => socket.once('data', () => answer(socket)))
}

const incomplete = { ...json, 'content-length': '100' }
const upgrade = 'Upgrade: x\r\nConnection: upgrade'
const block = Buffer.alloc(1_000_000, ' ')

it.each<[what: string, start: () => Promise<string>, reason: RegExp, maxMs?: number]>([
  ['does not exist', async () => deadUrl, /cannot be reached: ECONNREFUSED$/],
  [
    'has an invalid certificate',
    async () => (await startHttpServer(() => {})).replace('http:', 'https:'),
    /cannot be reached: E/,
  ],
  ['never responds', () => startTcpServer(() => undefined), /did not respond within 0\.3 s$/],
  [
    'starts a response and never finishes it',
    () => startHttpServer((_, response) => void response.writeHead(200).write('{')),
    /did not respond within 0\.3 s$/,
  ],
  [
    'sends a byte at a time',
    () =>
      startHttpServer((_, response) => {
        const timer = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(timer))
      }),
    /did not respond within 0\.3 s$/,
  ],
  ['closes the connection', () => startTcpAnswer((socket) => socket.destroy()), /cannot be reached: E/],
  [
    'closes the connection during a response',
    () =>
      startHttpServer((_, response) =>
        response.writeHead(200, incomplete).write('{', () => response.destroy()),
      ),
    /broke off its response: ECONNRESET$/,
  ],
  ['is a mail server', () => startTcpAnswer((socket) => socket.end('220 m\r\n')), /cannot be reached: HPE/],
  [
    'switches to another protocol',
    () => startTcpAnswer((socket) => socket.write(`HTTP/1.1 101 Switching\r\n${upgrade}\r\n\r\n`)),
    /switches to another protocol/,
  ],
  [
    'sends a body without an end',
    () =>
      startHttpServer((_, response) => {
        const send = () => response.write(block, (error) => void (error ?? send()))
        send()
      }),
    /sends more than 20 MB$/,
    30_000,
  ],
])('a request fails at a service that %s', async (_, start, reason, maxMs = 299.5) => {
  const origin = await start()
  const request = { origin, method: 'GET', path: '/', headers: {}, body: Buffer.alloc(0) }
  const sent = sendRequest({ ...request, maxMs })
  // Time limits once had no effect after a collection of garbage.
  collectGarbage()
  await expect(sent).rejects.toThrow(reason)
  await expect(sent).rejects.toThrow(origin)
})
